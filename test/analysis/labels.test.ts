import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtIn } from '../../src/analysis/built-in.js';
import { fieldOf } from '../../src/analysis/labels/field.js';
import { nameGroup } from '../../src/analysis/labels/name-group.js';
import { planSignals } from '../../src/analysis/signals/plan-signals.js';
import { createLog } from '../../src/log.js';

const nameOf = (quotes: readonly string[], speakers?: readonly string[]): string =>
  nameGroup({ quotes, ...(speakers && { speakers }) }, fieldOf(quotes)).labels[0]!;
const named = (...quotes: string[]): string => nameOf(quotes);

const silent = createLog('silent');

describe('a group of quotes is named', () => {
  it('by a clause that stands alone and holds what its people share', () => {
    expect(
      named(
        'Well, I mean, we need invoice reminders for late clients, so that nobody has to phone them.',
        'The invoice reminders never reached our late clients and I noticed it by chance last week.',
      ),
    ).toBe('We need invoice reminders for late clients');
  });

  it.each([
    ['an end that wants more', 'I always need the export settings and'],
    ['a pointing word', 'I always need this from the export settings.'],
    ['a story', 'I went through the export settings yesterday.'],
    ['talk about the call', 'I need to share my screen to show the export settings.'],
    ['a supposition', 'If we were bigger, I would need the export settings every day.'],
    ['a question', 'Do we need the export settings every day?'],
    ['a time in brackets', '[01:35:00] the export settings we ended up doing'],
    ['marks that link or ping', 'I need the export settings <!channel> https://a.example'],
  ])('not by a clause with %s, but by what they speak of', (_, clause) => {
    expect(named(clause, 'Nobody understands the export settings of that version.')).toMatch(
      /^(Nobody understands the export settings|Export settings)/,
    );
  });

  it('by the phrases that two people share, as they mostly write them', () => {
    const quotes = [
      'Then there were, like, the SHAP plots, and it was those.',
      'With the SHAP plots it was, um, quite another one.',
      'And those SHAP plots, or the beehive, you know.',
    ];
    expect(named(...quotes)).toBe('SHAP plots');
    expect(named(...quotes.map((quote) => quote.replace('SHAP plots', 'tax forms')))).toBe(
      'Tax forms',
    );
  });

  it('by nothing that only one of its people says, however often', () => {
    const quotes = [
      'And then the badger, the badger of the warehouse scanner.',
      'With the badger, well, or the badger.',
      'The warehouse scanner, it was like that.',
    ];
    expect(nameOf(quotes, ['Ada', 'Ada', 'Bo'])).toBe('Warehouse scanner');
  });

  it.each([
    [
      'fillers in it',
      'I really just need the, you know, export settings.',
      'I need the export settings',
    ],
    [
      'what a long sentence goes on with',
      'I need the export settings for my monthly report and for everybody else who asks us in between.',
      'I need the export settings',
    ],
    ['its subject by a name', 'Export settings are confusing.', 'Export settings are confusing'],
  ])('by a clause without %s', (_, clause, label) => {
    expect(named(clause, 'Then we opened the export settings.')).toBe(label);
  });

  it.each([
    ['no verb of its own', 'The way that the export settings help.'],
    ['two statements run into one', 'The export settings were good were useful.'],
  ])('not by a clause with %s', (_, clause) => {
    expect(named(clause, 'Then we opened the export settings.')).toMatch(/export settings$/i);
  });

  it('by what they speak of and how, where they agree on that', () => {
    const troubled = [
      'Well, with the export settings, that was a confusing, slow and annoying thing.',
      'And those export settings, horrible, so frustrating, whatever it was.',
    ];
    expect(named(...troubled)).toBe('Trouble with export settings');
    expect(named(...troubled, 'Then, like, the export settings, great, I love it.')).toBe(
      'Export settings',
    );
  });

  it('by another name than the groups beside it, and told of in a sentence', async () => {
    const quotes = [
      'We need invoice reminders for late clients.',
      'The invoice reminders never reached our clients.',
    ];
    const groups = [{ quotes }, { quotes }, { quotes: ['It was so.', 'So it was.'] }];
    const { wordings } = await builtIn.nameGroups(groups, silent);
    const labels = wordings.map(({ label }) => label.toLowerCase());
    expect(new Set(labels).size).toBe(3);
    expect(wordings[2]!.description).toBe('They say much the same. For example: “It was so.”');
    expect(wordings[0]!.description).toBe(
      'People speak of clients and invoice reminders. For example: “We need invoice reminders for late clients.”',
    );
  });

  it('in at most 72 plain characters with a capital, and the same each time, whatever was said', () => {
    const word = fc.constantFrom(
      ...['I need', 'the', 'export', '<@U1>', '*bold*', '`x`', 'https://a.example', 'and', 'it'],
      ...[
        '日本語のテキスト',
        'Frist',
        '{{x}}',
        '\u0000',
        '😀',
        'settings',
        'we use',
        '.',
        '|',
        '[a](b)',
      ],
    );
    const quote = fc.array(word, { minLength: 1, maxLength: 14 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(quote, { minLength: 1, maxLength: 5 }), (quotes) => {
        const label = named(...quotes);
        expect(label).not.toBe('');
        expect(label.length).toBeLessThanOrEqual(72);
        expect(label).not.toMatch(/[<>@`*_[\]{}|"\p{Cc}]|https?:\/\//u);
        expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
        expect(named(...quotes)).toBe(label);
      }),
    );
  });
});

const signalsOf = (themes: readonly (readonly string[])[]) =>
  planSignals(
    themes.map((quotes, theme) => ({
      themeId: `t${theme}`,
      studyId: 's',
      label: quotes[0]!,
      description: '',
      sentiment: 'neutral',
      foundedBy: `q${theme}`,
      awaitsSignal: true,
      participantIds: quotes.map((_, index) => `p${theme}-${index}`),
      quotes: [...quotes],
      speakers: quotes.map((_, index) => `p${theme}-${index}`),
      polarity: 0,
      signalIds: [],
    })),
    [],
    2,
  ).founded;

describe('a signal', () => {
  it('is founded by quotes with a subject, not by such as say only that something is good', () => {
    expect(signalsOf([['The parrot is fine.', 'A fine parrot, I say.']])).toHaveLength(1);
    expect(signalsOf([['Yes, that was good.', 'Oh, that was really good.']])).toEqual([]);
  });

  it('is not founded by one sentence that came in two files', () => {
    expect(signalsOf([['The parrot is fine.', 'the parrot is fine']])).toEqual([]);
  });

  it('needs more than two quotes where many are known', () => {
    const animals = ['badger', 'otter', 'heron', 'lizard', 'beetle', 'salmon', 'falcon', 'walrus'];
    const places = [
      'kitchen',
      'garage',
      'cellar',
      'attic',
      'balcony',
      'hallway',
      'closet',
      'porch',
    ];
    const pairs = animals.flatMap((animal) =>
      places.map((place) => [`The ${animal} ${place}.`, `Their ${animal} ${place}.`]),
    );
    const three = ['A parrot sings.', 'The parrot of my aunt.', 'Some parrot.'];
    const founded = signalsOf([...pairs.map((pair) => pair), three]);
    expect(founded.map(({ links }) => links[0]!.themeId)).toContain(`t${pairs.length}`);
    expect(
      founded.every(({ links }) => links.length > 1 || links[0]!.themeId === `t${pairs.length}`),
    ).toBe(true);
  });
});

describe('talk about the call', () => {
  const signals = (quotes: readonly string[]) => signalsOf(quotes.map((quote) => [quote]));

  it('founds no signal, and what the product does on a screen may', () => {
    expect(
      signals(['Nothing else comes to mind right now.', 'Nothing really comes to mind right now.']),
    ).toEqual([]);
    expect(
      signals(['The screen is frozen when I export.', 'The screen is frozen whenever I export.']),
    ).toHaveLength(1);
  });
});
