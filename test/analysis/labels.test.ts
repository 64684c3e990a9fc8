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
    expect(wordings[2]!.description).toBe('“It was so.”');
    expect(wordings[0]!.description).toBe(
      'On clients and invoice reminders: “We need invoice reminders for late clients.”',
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

const themesOf = (themes: readonly (readonly string[])[], named = false) =>
  themes.map((quotes, theme) => ({
    themeId: `t${theme}`,
    studyId: 's',
    label: quotes[0]!,
    description: '',
    sentiment: 'neutral',
    foundedBy: `q${theme}`,
    named,
    awaitsSignal: true,
    participantIds: quotes.map((_, index) => `p${theme}-${index}`),
    quotes: [...quotes],
    speakers: quotes.map((_, index) => `p${theme}-${index}`),
    polarity: 0,
    signalIds: [],
  }));

const signalsOf = (themes: readonly (readonly string[])[], named = false) =>
  planSignals(themesOf(themes, named), [], 2).founded;

describe('a signal', () => {
  it('is founded by quotes with a subject, not by such as say only that something is good', () => {
    expect(signalsOf([['The parrot is fine.', 'A fine parrot, I say.']])).toHaveLength(1);
    expect(signalsOf([['Yes, that was good.', 'Oh, that was really good.']])).toEqual([]);
  });

  it('is not founded by one sentence that came in two files', () => {
    expect(signalsOf([['The parrot is fine.', 'the parrot is fine']])).toEqual([]);
  });

  it('needs more than two quotes where many are known', () => {
    const animals = 'badger otter heron lizard beetle salmon falcon walrus weasel pigeon'.split(
      ' ',
    );
    const tools = ['kettle', 'ladder', 'hammer', 'shovel', 'bucket', 'needle', 'candle', 'basket'];
    const pairs = animals.flatMap((animal) =>
      tools.map((tool) => [
        `The ${animal} ${tool} is confusing.`,
        `Their ${animal} ${tool} is annoying.`,
      ]),
    );
    const parrots = ['The parrot is confusing.', 'A parrot is annoying.', 'My parrot is slow.'];
    expect(signalsOf([parrots.slice(1)])).toHaveLength(1);
    const founded = signalsOf([...pairs, parrots]);
    expect(founded.map(({ links }) => links[0]!.themeId)).toContain(`t${pairs.length}`);
    expect(
      founded.every(({ links }) => links.length > 1 || links[0]!.themeId === `t${pairs.length}`),
    ).toBe(true);
  });

  it.each([
    ['a shared noun', ['The parrot sat in its cage.', 'A parrot came with the house.']],
    [
      'how people present themselves',
      ['I have a background in falconry, I love it.', 'I have a background in falconry, so great.'],
    ],
    [
      'denied trouble',
      [
        "There wasn't any report that I was unable to print.",
        'No report that I was unable to print.',
      ],
    ],
    ['two minds of few', ['I hate the export.', 'The export works great.']],
    ['numbers', ['I hate 30 of them.', 'We love 30 of those.', 'It is terrible with 30.']],
  ])('is not founded by %s', (_, quotes) => {
    expect(signalsOf([quotes])).toEqual([]);
  });

  it('is founded by what many speak of in no one way: by three on two words, by four on one', async () => {
    const labelOf = async (quotes: readonly string[]): Promise<string> => {
      const [signal] = signalsOf([quotes]);
      const { wordings } = await builtIn.nameGroups([{ quotes, claim: signal!.claim! }], silent);
      expect(wordings[0]!.description).toMatch(/, each in their own way\. “.+”$/);
      return wordings[0]!.label;
    };
    const onExport = [
      'The export is confusing.',
      'I hate the export.',
      'The export is helpful.',
      'The export works great.',
    ];
    const onRoute = [
      'The delivery route is long.',
      'The delivery route is by the river.',
      'The delivery route was on paper.',
    ];
    expect(await labelOf(onExport)).toBe('Views on the export');
    expect(await labelOf(onRoute)).toBe('Views on the delivery route');
    expect(signalsOf([onRoute.slice(1)])).toEqual([]);
  });

  it.each([
    ['Trouble with exports', ['Exports are confusing to my team.', 'I struggle with the exports.']],
    ['Filters help', ['I found that the filters are useful.', 'Those filters helped me a lot.']],
    [
      'People use Excel for invoices',
      [
        'I use Excel to write all of my invoices.',
        'We use Excel for invoices of our clients.',
        'They use Excel to track invoices.',
      ],
    ],
    ['The community was supportive', ['I love the community.', 'The community was supportive.']],
    ['People like the music', ['I love the music.', 'The music of it was just beautiful, wow.']],
    [
      'The backups are essential',
      ['The backups are essential for us.', 'Our backups are so important.'],
    ],
    [
      'Worries about the takeover',
      ['I am worried about the takeover.', 'My biggest fear is the takeover.'],
    ],
    [
      'Wishes for shortcuts',
      ['I wish we had more shortcuts.', 'I would love some shortcuts in the editor.'],
    ],
  ])('says what most of its people say: %s', async (label, quotes) => {
    const [signal] = signalsOf([quotes]);
    const { wordings } = await builtIn.nameGroups([{ quotes, claim: signal!.claim! }], silent);
    expect(wordings[0]!.label).toBe(label);
  });

  it('tells how many speak of it and how many say so, in numbers that stay true', async () => {
    const quotes = [
      'The bugs of the checkout are annoying, we lost two orders.',
      'I hate the bugs.',
      'We saw bugs again.',
    ];
    const { wordings } = await builtIn.nameGroups([{ quotes }], silent);
    expect(wordings[0]!.description).toMatch(
      /^Found where 3 people spoke of the bugs: all had trouble with them\. “.*bugs.*”$/,
    );
  });

  it('is believed as it is where a person named its themes', () => {
    const quotes = ['The parrot sat in its cage.', 'A parrot came with the house.'];
    expect(signalsOf([quotes], true)).toHaveLength(1);
  });

  it('is founded in other languages by what its quotes speak of', () => {
    const quotes = [
      'Der Papagei sitzt wieder den ganzen Tag in seinem Zimmer und schreit laut herum.',
      'Unser Papagei kam vor Jahren zusammen mit diesem alten Haus und spricht seither viel.',
    ];
    expect(signalsOf([quotes])).toHaveLength(1);
  });

  it('is one where the same is found a second time, now or later', () => {
    const bugs = [
      ['The invoice page had bugs again.', 'I saw bugs in March.'],
      ['Those bugs when my phone rings.', 'My colleagues found such bugs.'],
    ];
    expect(signalsOf(bugs)).toHaveLength(1);
    const known = [{ signalId: 'sg1', themes: themesOf(bugs.slice(0, 1)) }];
    const later = themesOf(bugs).slice(1);
    expect(planSignals(later, known, 4)).toEqual({
      joined: [{ signalId: 'sg1', themeId: 't1', relationship: 'supports' }],
      founded: [],
    });
  });

  it('is joined by what speaks of the same, and not by what only sounds alike', () => {
    const slow = ['The export of our reports is slow.', 'I struggle with the export of reports.'];
    const parrot = [
      'So slow, the parrot of our reports.',
      'I struggle with the parrot of reports.',
    ];
    const known = [{ signalId: 'sg1', themes: themesOf([slow]) }];
    const waiting = (quotes: readonly string[]) =>
      planSignals(
        themesOf([quotes]).map((theme) => ({ ...theme, themeId: 'new' })),
        known,
        4,
      ).joined.map(({ signalId }) => signalId);
    expect(
      waiting(['So slow, the export of our reports.', 'I struggle with the export, the reports.']),
    ).toEqual(['sg1']);
    expect(waiting(parrot)).toEqual([]);
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
