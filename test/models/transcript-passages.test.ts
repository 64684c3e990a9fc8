import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createModels } from '../../integrations/models/index.js';
import { ask } from '../../src/answers/ask/ask.js';
import type { LlmSettings } from '../../src/config/integration-settings.js';
import { Secret } from '../../src/core/secret.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { type Draft, FakeModelServer, type SeenMaterial } from './fake-model-server.js';
import { said, teamLines } from './setup-team.js';

const database = useDatabase();
const server = new FakeModelServer();
let api: TestApi;
let narrow: TestApi;
let discreet: TestApi;
let withoutModel: TestApi;

const startWith = (contextTokens: number, sendNames: boolean): Promise<TestApi> => {
  const llm: LlmSettings = {
    provider: 'openai',
    model: 'fake-1',
    baseUrl: server.url,
    apiKey: new Secret('key-of-the-model'),
    contextTokens,
    sendNames,
  };
  return startApi(database, { ask, models: createModels({ llm }) });
};

beforeAll(async () => {
  await server.start();
  api = await startWith(24_000, true);
  narrow = await startWith(8_000, true);
  discreet = await startWith(24_000, false);
  withoutModel = await startApi(database, { ask });
});
afterEach(() => server.reset());
afterAll(async () => {
  await Promise.all([api, narrow, discreet, withoutModel].map((one) => one.close()));
  await server.stop();
});

interface Turn {
  speaker: string;
  text: string;
}

const guide = (text: string): Turn => ({ speaker: 'Guide', text });
const ines = (text: string): Turn => ({ speaker: 'Ines Marsh', text });
const tomas = (text: string): Turn => ({ speaker: 'Tomas Brandt', text });

const ledger = 'I print the ledger on paper, and the accountant types it again every Friday.';
const never = 'No, I never knew.';
const talks: Record<string, readonly Turn[]> = {
  'si-e1': [
    guide('How do your numbers get to the accountant at the end of the month?'),
    ines(`Well. ${ledger} ${said[0]!.quote}`),
    guide('Okay. Did you know about the export button for the accountant?'),
    ines(never),
  ],
  'si-e2': [
    guide('And how do your numbers get to the accountant?'),
    tomas('We send the accountant a photo of the ledger by phone.'),
  ],
};

/** The team of the other tests, with what was said around some of its quotes. */
const withTalks = (
  transcripts: Record<string, readonly Turn[]> = talks,
  change: (line: Record<string, unknown>) => object = (line) => line,
): object[] =>
  (teamLines() as Record<string, unknown>[]).map((line) => {
    const transcript = transcripts[String(line.sourceItemId)];
    return change(line.resource === 'sourceItem' && transcript ? { ...line, transcript } : line);
  });

const question = 'How do the numbers get to the accountant?';
/** Finds the interviews of e1 and e2. */
const lookUp = () => ({
  beliefs: [],
  said: ['Setting up the import took me a whole afternoon', 'columns that I do not have'],
  question: '',
});

type Bears = Draft['passages'][number]['bears'];

/** Judges the lines of talks that contain a text. */
const judging =
  (text: string, bears: Bears, ...kept: Draft['passages']) =>
  ({ talks: offered = [] }: SeenMaterial): Draft => ({
    passages: [
      ...offered.flatMap((talk) =>
        linesOf(talk)
          .filter(([, line]) => line.includes(text))
          .map(([number]) => ({ evidenceId: `${talk.ref}.${number}`, bears })),
      ),
      ...kept,
    ],
    statements: [],
  });

/** The answer to a question, and what the model was shown for it. */
async function answered(
  key: string,
  write: (material: SeenMaterial) => Draft,
  { text = question, by = api } = {},
) {
  let seen: SeenMaterial | undefined;
  server.lookUp = lookUp;
  server.write = (material) => {
    seen = material;
    return write(material);
  };
  const { data } = (await by.post('/v1/ask', key, { question: text })).body;
  return { ...data, seen, offered: seen?.talks ?? [] };
}

const nothing = (): Draft => ({ passages: [], statements: [] });
type Excerpt = NonNullable<SeenMaterial['talks']>[number];
const linesOf = ({ words }: Excerpt): [number, string][] =>
  words.flatMap((one) => (typeof one === 'string' ? [] : [one]));
const textOf = (talk: Excerpt): string =>
  linesOf(talk)
    .map(([, text]) => text)
    .join(' ');
const wordsIn = (offered: readonly Excerpt[]): string => offered.map(textOf).join('\n');

describe('what stands in a transcript alone', () => {
  it('is answered with, word for word and with who said it, and not cited', async () => {
    const { key } = await api.team(withTalks());
    const { answer, citations } = await answered(key, judging(ledger, 'answers'));
    const [lead, quote] = answer.split('\n');
    expect(lead).toBe('No belief covers this yet, but participants said:');
    expect(quote).toMatch(/^- (?:Asked .+: )?“[^”]+” \(Ines Marsh, Onboarding, /);
    const [, shown = ''] = /“([^”]+)”/.exec(quote) ?? [];
    expect(shown).toContain(ledger);
    expect(talks['si-e1']![1]!.text).toContain(shown);
    expect(citations).toEqual([]);
  });

  it('is offered with what was asked before it, and shown with it if the words are few', async () => {
    const { key } = await api.team(withTalks());
    const { answer, offered } = await answered(key, judging(never, 'answers'));
    const { words } = offered.find(({ by }: Excerpt) => by === 'Ines Marsh')!;
    const at = words.findIndex((one: string | [number, string]) => one[1] === never);
    expect(words[at - 1]).toBe(`I: ${talks['si-e1']![2]!.text}`);
    expect(answer).toContain(
      `- Asked ‘Did you know about the export button for the accountant?’: “${never}” (Ines Marsh, `,
    );
  });

  it('is shown of each person before more of one', async () => {
    const more = 'The accountant wants it so.';
    const turns = [...talks['si-e1']!, guide('And why is that so, do you think?'), ines(more)];
    const { key } = await api.team(withTalks({ ...talks, 'si-e1': turns }));
    const { answer } = await answered(key, (material) => ({
      passages: [ledger, never, more, 'a photo of the ledger'].flatMap(
        (text) => judging(text, 'answers')(material).passages,
      ),
      statements: [],
    }));
    expect(answer.split('\n')[2]).toContain('(Tomas Brandt');
  });

  it('is not shown with a question that other words answered', async () => {
    const again = 'And nobody told me.';
    const turns = [...talks['si-e1']!, guide('Okay.'), ines(again)];
    const { key } = await api.team(withTalks({ ...talks, 'si-e1': turns }));
    const { answer } = await answered(key, judging(again, 'answers'));
    expect(answer).toContain(`- “${again}” (Ines Marsh, `);
  });

  it('stands next to the quotes of a belief if the model says that it answers, and only these are cited', async () => {
    const { key } = await api.team(withTalks());
    const kept = { evidenceId: 'e1', bears: 'answers' } as const;
    const both = await answered(key, judging(ledger, 'answers', kept));
    expect(both.answer).toContain(`“${said[0]!.quote}”`);
    expect(both.answer).toContain(ledger);
    expect(both.citations).toEqual([{ ref: 'SIG-1', signalId: 's1', evidenceIds: ['e1'] }]);
    const touched = await answered(key, judging(ledger, 'touches', kept));
    expect(touched.answer).not.toContain(ledger);
  });

  it('is near only if nothing else is', async () => {
    const { key } = await api.team(withTalks());
    const kept = { evidenceId: 'e2', bears: 'touches' } as const;
    const first = await answered(key, judging(ledger, 'touches', kept));
    expect(first.answer).toMatch(/^Nothing answers this exactly\. Closest: SIG-1: /);
    expect(first.answer).not.toContain(ledger);
    const alone = await answered(key, judging(ledger, 'touches'));
    expect(alone.answer).toMatch(/^No belief covers this yet\. The closest quotes:\n- .*“/);
    expect(alone.answer).toContain(ledger);
  });

  it('may speak against what was said', async () => {
    const { key } = await api.team(withTalks());
    const { answer } = await answered(key, (material) => ({
      passages: [
        ...judging('a photo of the ledger', 'answers')(material).passages,
        ...judging(ledger, 'against')(material).passages,
      ],
      statements: [],
    }));
    expect(answer).toMatch(
      /but participants said:\n- .*“[^”]*a photo of the ledger[^”]*” \(Tomas Brandt/,
    );
    expect(answer).toMatch(/Against it:\n- .*“[^”]*on paper/);
    expect(answer).toContain('2 people in 1 study.');
  });

  it('is never what the interviewer said', async () => {
    const { key } = await api.team(withTalks());
    const { offered } = await answered(key, nothing);
    expect(wordsIn(offered)).toContain(ledger);
    expect(wordsIn(offered)).not.toContain('How do your numbers');
    const [first] = offered as Excerpt[];
    const { answer } = await answered(key, () => ({
      passages: [{ evidenceId: `${first!.ref}.0`, bears: 'answers' }],
      statements: [],
    }));
    expect(answer).not.toContain('How do your numbers');
  });

  it('is the stored quote of a belief, and cited, if the model names the lines in which that stands', async () => {
    const { key } = await api.team(withTalks());
    const { quote } = said[0]!;
    const { answer, citations, seen } = await answered(key, judging(quote, 'answers'));
    const quotes = (seen as SeenMaterial).beliefs.flatMap((belief) => belief.quotes);
    expect(quotes.find(({ evidenceId }) => evidenceId === 'e1')?.at).toMatch(/^T\d\.\d/);
    expect(answer).toContain(`“${quote}”`);
    expect(citations).toEqual([{ ref: 'SIG-1', signalId: 's1', evidenceIds: ['e1'] }]);
  });

  it('is not offered to a model with little room', async () => {
    const { key } = await api.team(withTalks());
    const { offered } = await answered(key, nothing, { by: narrow });
    expect(offered).toEqual([]);
  });

  it('is only theirs if a question asks for the words of one person', async () => {
    const { key } = await api.team(withTalks());
    const text = 'What did Tomas say about columns and the accountant?';
    const { offered } = await answered(key, nothing, { text });
    expect(offered.map(({ by }: { by: string }) => by)).toEqual(['Tomas Brandt']);
  });
});

describe('what nobody said, or nobody may see, is not shown', () => {
  it('is not believed if the model makes a passage up, or names one of another team', async () => {
    const secret = 'Our accountant at the other company keeps the numbers secret.';
    await api.team(withTalks({ 'si-e1': [ines(secret)] }));
    const { key } = await api.team(withTalks());
    const { answer, offered } = await answered(key, () => ({
      passages: ['T99', 'T0', secret].map((evidenceId) => ({ evidenceId, bears: 'answers' })),
      statements: [{ ref: 'SIG-1', text: 'The accountant keeps the numbers of the import.' }],
    }));
    expect(answer).toMatch(/^The belief layer does not cover this question\./);
    expect(wordsIn(offered)).toContain(ledger);
    expect(wordsIn(offered)).not.toContain(secret);
  });

  it('is not offered once the participant is erased, from the interviews of others neither', async () => {
    const shared = {
      ...talks,
      'si-e2': [
        tomas('We send the accountant a photo of the ledger by phone.'),
        guide('Did Ines Marsh tell you about the accountant and the paper?'),
        tomas('Ines Marsh said that the accountant types the paper again.'),
      ],
    };
    const { key, teamId } = await api.team(withTalks(shared));
    const before = await answered(key, nothing);
    expect(JSON.stringify(before.offered)).toContain('Ines Marsh said');
    await eraseParticipant(database.context(teamId), 'p1');
    const { offered } = await answered(key, nothing);
    expect(wordsIn(offered)).toContain('a photo of the ledger');
    expect(JSON.stringify(offered)).not.toContain(ledger);
    expect(JSON.stringify(offered)).not.toContain('Ines');
  });

  it.each([
    ['of an interview that is not analyzed', { status: 'processing' }],
    ['of an interview below the quality bar', { qualityScore: 0.2 }],
  ])('is not offered if it is %s', async (_what, changes) => {
    // its quotes do not count either; another interview of the same person leads to nothing of it
    const lines = withTalks(talks, (line) =>
      line.sourceItemId === 'si-e1' && line.resource === 'sourceItem'
        ? { ...line, ...changes }
        : line,
    );
    const { key } = await api.team(lines);
    const { offered } = await answered(key, nothing);
    expect(wordsIn(offered)).toContain('a photo of the ledger');
    expect(wordsIn(offered)).not.toContain(ledger);
  });

  it('is not offered if a person withdrew it as a quote', async () => {
    const lines = [
      ...withTalks(),
      {
        resource: 'evidence',
        evidenceId: 'e8',
        kind: 'evidence',
        quote: ledger,
        themeId: 'slow',
        sourceItemId: 'si-e1',
        withdrawn: true,
      },
    ];
    const { key } = await api.team(lines);
    const { offered } = await answered(key, nothing);
    expect(wordsIn(offered)).toContain('a photo of the ledger');
    expect(wordsIn(offered)).not.toContain(ledger);
  });
});

describe('withdrawn words', () => {
  it('are not offered where the person said them again, either', async () => {
    const twice = [...talks['si-e1']!.slice(0, 1), ines(`Well. ${ledger} And so on. ${ledger}`)];
    const withdrawn = {
      ...{ resource: 'evidence', evidenceId: 'e8', kind: 'evidence', withdrawn: true },
      ...{ quote: ledger, themeId: 'slow', sourceItemId: 'si-e1' },
    };
    const { key } = await api.team([...withTalks({ ...talks, 'si-e1': twice }), withdrawn]);
    const { offered } = await answered(key, nothing);
    expect(wordsIn(offered)).toContain('And so on.');
    expect(wordsIn(offered)).not.toContain('the ledger on paper');
  });
});

describe('of a passage', () => {
  const long = [
    'The accountant wants the numbers by the third.',
    'That is always the same story with us.',
    'So we sit there on a Sunday.',
    'And we lost two customers over it, which I never told anybody.',
  ];
  const turns = { ...talks, 'si-e1': [guide('How do the numbers go on?'), ines(long.join(' '))] };

  /** Answers with a passage of the long turn by a name that is made of its ref. */
  const naming = (name: (ref: string) => string) => (material: SeenMaterial) => {
    const { ref } = material.talks!.find((one) => textOf(one).includes(long[0]!))!;
    return { passages: [{ evidenceId: name(ref), bears: 'answers' as const }], statements: [] };
  };

  it.each([
    ['one sentence', (ref: string) => `${ref}.4`, long[3]],
    ['a run of sentences', (ref: string) => `${ref}.2-3`, long.slice(1, 3).join(' ')],
    ['a run in other words', (ref: string) => `${ref}.2-${ref}.3`, long.slice(1, 3).join(' ')],
    ['more than there are', (ref: string) => `${ref}.3-9`, long.slice(2).join(' ')],
    ['all', (ref: string) => `${ref}.1-4`, long.join(' ')],
  ])('the model may show %s', async (_what, name, expected) => {
    const { key } = await api.team(withTalks(turns));
    const { answer } = await answered(key, naming(name));
    expect(answer).toContain(`“${expected}” (Ines Marsh, Onboarding`);
  });

  it.each([
    (ref: string) => `${ref}.5`,
    (ref: string) => `${ref}.0`,
    (ref: string) => `${ref}.3-2`,
    (ref: string) => ref,
  ])('lines that are not there show nothing', async (name) => {
    const { key } = await api.team(withTalks(turns));
    const { answer } = await answered(key, naming(name));
    expect(answer).toMatch(/^The belief layer does not cover this question\./);
  });
});

describe('a sentence on what no belief is made of', () => {
  const writing =
    (text: string, ref = '') =>
    (material: SeenMaterial): Draft => ({
      ...judging(ledger, 'answers')(material),
      statements: [{ ref, text }],
    });

  it('leads, above its quotes, and cites nothing', async () => {
    const { key } = await api.team(withTalks());
    const text = 'The ledger is printed on paper, which the accountant types again.';
    const { answer, citations } = await answered(key, writing(text));
    expect(answer.split('\n')[0]).toBe(text);
    expect(answer).toContain(`${ledger}” (Ines Marsh`);
    expect(answer).toContain('No belief rests on this yet.');
    expect(citations).toEqual([]);
  });

  it.each([
    ['says what nobody said', 'Dragons fly over the castle at night.'],
    ['counts', 'Four people print the ledger on paper for the accountant.'],
    ['counts without a number', 'Most people print the ledger on paper for the accountant.'],
    ['names a belief', 'The ledger is printed on paper, as SIG-1 says.'],
    ['is listed under a belief of which no quote answers', 'The ledger is printed.', 'SIG-1'],
  ])('falls if it %s', async (_what, text, ref?: string) => {
    const { key } = await api.team(withTalks());
    const { answer } = await answered(key, writing(text, ref));
    expect(answer).toMatch(/^No belief covers this yet, but participants said:\n/);
    expect(answer).toContain(ledger);
  });

  it('may tell the other side, of which a belief alone has words', async () => {
    const { key } = await api.team(withTalks());
    const text = 'Setting up the import takes a whole afternoon.';
    const { answer } = await answered(key, (material) => ({
      passages: [
        ...judging(ledger, 'answers')(material).passages,
        { evidenceId: 'e1', bears: 'against' },
      ],
      statements: [
        { ref: '', text: 'The accountant gets a ledger on paper.' },
        { ref: 'SIG-1', text },
      ],
    }));
    expect(answer.split('\n')[0]).toBe(`The accountant gets a ledger on paper. ${text}`);
  });

  it('stands next to a sentence on a belief, each with a quote', async () => {
    const { key } = await api.team(withTalks());
    const { answer, citations } = await answered(key, (material) => {
      const { passages } = judging(ledger, 'answers')(material);
      return {
        passages: [{ evidenceId: 'e1', bears: 'answers' }, ...passages],
        statements: [
          { ref: '', text: 'The accountant gets a ledger on paper.' },
          { ref: 'SIG-1', text: 'Setting up the import takes an afternoon.' },
        ],
      };
    });
    expect(answer.split('\n')[0]).toBe(
      'The accountant gets a ledger on paper. Setting up the import takes an afternoon. (SIG-1)',
    );
    expect(answer).toContain(`${ledger}” (Ines Marsh`);
    expect(citations).toEqual([{ ref: 'SIG-1', signalId: 's1', evidenceIds: ['e1'] }]);
  });
});

describe('what stands around a kept quote', () => {
  const asked = 'How did you get on with the import?';
  const turns = {
    'si-e1': [
      guide(asked),
      ines(`We had no manual. ${said[0]!.quote} Then Otto did it in 40 minutes.`),
    ],
  };
  const why = 'Why do people give up in the import setup?';
  const stating = (text: string) => (): Draft => ({
    passages: [{ evidenceId: 'e1', bears: 'answers' }],
    statements: [{ ref: 'SIG-1', text }],
  });

  it('is offered with it, to be understood', async () => {
    const { key } = await api.team(withTalks(turns));
    const { seen } = await answered(key, nothing, { text: why });
    const { beliefs, talks: offered } = seen as SeenMaterial;
    const { at } = beliefs.flatMap(({ quotes }) => quotes).find((one) => one.evidenceId === 'e1')!;
    const talk = offered!.find(({ ref }) => at!.startsWith(`${ref}.`))!;
    expect(talk.words).toEqual([
      `I: ${asked}`,
      [1, 'We had no manual.'],
      [2, said[0]!.quote],
      [3, 'Then Otto did it in 40 minutes.'],
    ]);
    expect(at).toBe(`${talk.ref}.2`);
  });

  it('may be told by a sentence, but is not shown as a quote', async () => {
    const { key } = await api.team(withTalks(turns));
    const text = 'Setting up the import takes an afternoon, or 40 minutes if Otto does it.';
    const { answer } = await answered(key, stating(text), { text: why });
    expect(answer.split('\n')[0]).toBe(`${text} (SIG-1)`);
    expect(answer).toContain(`“${said[0]!.quote}”`);
    expect(answer).not.toContain('Then Otto did it');
  });

  it('is left out if a person withdrew words of the same turn', async () => {
    const withdrawn = {
      ...{ resource: 'evidence', evidenceId: 'e8', kind: 'evidence', withdrawn: true },
      ...{ quote: 'Then Otto did it in 40 minutes.', themeId: 'slow', sourceItemId: 'si-e1' },
    };
    const lines = [...withTalks(turns), withdrawn];
    const { key } = await api.team(lines);
    const { seen } = await answered(key, nothing, { text: why });
    expect(JSON.stringify(seen)).toContain(said[0]!.quote);
    expect(JSON.stringify(seen)).not.toContain('Otto');

    const team = await withoutModel.team(lines);
    const question = { question: 'How many minutes did Otto take?' };
    const { data } = (await withoutModel.post('/v1/ask', team.key, question)).body;
    expect(data.answer).not.toContain('Otto did it');
  });

  it('is nothing to a model with little room, nor a number that nobody said', async () => {
    const { key } = await api.team(withTalks(turns));
    const { seen } = await answered(key, nothing, { text: why, by: narrow });
    expect(JSON.stringify(seen)).not.toContain('Otto');
    const text = 'Setting up the import takes an afternoon, or 50 minutes if Otto does it.';
    const { answer } = await answered(key, stating(text), { text: why });
    expect(answer).not.toContain('50 minutes');
  });
});

describe('the study of the quotes', () => {
  const seenFor = async (text: string): Promise<SeenMaterial> => {
    const { key } = await api.team(withTalks());
    return (await answered(key, nothing, { text })).seen as SeenMaterial;
  };
  const studiesIn = ({ beliefs }: SeenMaterial) =>
    new Set(beliefs.flatMap(({ quotes }) => quotes.map(({ study }) => study)));

  it('is told once if all are of one, and with each if not', async () => {
    const one = await seenFor('Which columns does the import setup ask for?');
    expect(one.study).toBe('Onboarding');
    expect(studiesIn(one)).toEqual(new Set([undefined]));
    const two = await seenFor('What about the import setup and the price of the yearly plan?');
    expect(two.study).toBeUndefined();
    expect(studiesIn(two)).toEqual(new Set(['Onboarding', 'Billing']));
  });
});

describe('names of participants', () => {
  const shared = {
    ...talks,
    'si-e2': [
      tomas(
        'Marsh wrote to ines.m@example.org about the ledger, and Wanda knew of the accountant.',
      ),
    ],
  };
  const text = 'How did Wanda Oke get the numbers to the accountant?';

  it('do not leave the house, and stand in the answer again', async () => {
    const { key } = await discreet.team(withTalks(shared));
    const requests: string[] = [];
    const { answer } = await answered(
      key,
      (material) => {
        const passage = material.talks!.find((one) => textOf(one).includes('ledger on'))!;
        requests.push(JSON.stringify(server.requests));
        return {
          passages: [{ evidenceId: `${passage.ref}.1`, bears: 'answers' }],
          statements: [{ ref: '', text: `${passage.by} prints the ledger for the accountant.` }],
        };
      },
      { text: 'How did Wanda get the ledger to the accountant?', by: discreet },
    );
    expect(requests.join()).not.toMatch(/Ines|Marsh|Tomas|Brandt|Wanda|\bOke\b|Lind|ines\.m/);
    expect(requests.join()).toMatch(/How did Participant \d+ get the ledger/);
    expect(answer.split('\n')[0]).toBe('Ines Marsh prints the ledger for the accountant.');
    expect(answer).toContain(`${ledger}” (Ines Marsh`);
  });

  it('are sent if a setting says so', async () => {
    const { key } = await api.team(withTalks(shared));
    const { seen } = await answered(key, nothing, { text });
    expect(seen?.question).toBe(text);
    expect(JSON.stringify(seen)).toContain('Ines Marsh');
  });

  it('are not the role under which three are numbered', async () => {
    const role: Record<string, string> = {
      'Ines Marsh': 'Clerk 1 of Leeds',
      'Tomas Brandt': 'Clerk 2 of Leeds',
      'Wanda Oke': 'Clerk 3 of Leeds',
    };
    const lines = withTalks(shared, (line) => {
      const name = role[String(line.displayName)];
      return name ? { ...line, displayName: name } : line;
    });
    const { key } = await discreet.team(lines);
    const asked = 'How did a Clerk of Leeds get the numbers to the accountant?';
    const { seen } = await answered(key, nothing, { text: asked, by: discreet });
    expect(seen?.question).toBe(asked);
  });

  it('that are numbers already keep them', async () => {
    const lines = withTalks(talks, (line) =>
      line.displayName === 'Ines Marsh' ? { ...line, displayName: 'Participant 7' } : line,
    );
    const { key } = await discreet.team(lines);
    const { seen } = await answered(key, nothing, { by: discreet });
    const names: string[] = (seen?.talks ?? []).map(({ by }: Excerpt) => by);
    expect(names.every((name) => /^Participant (?:7|8|9|10)$/.test(name))).toBe(true);
  });
});

it('reads and offers no more of transcripts than has room, in short lines', async () => {
  const crumbs = Array.from({ length: 3_000 }, (_, n) => [
    guide(`What about the accountant, number ${n}?`),
    ines(`Numbers ${n}. No. The accountant got number ${n}.`),
  ]).flat();
  const run = ['the accountant and the numbers '.repeat(9_000)];
  const { key } = await api.team(
    withTalks({
      ...talks,
      'si-e1': crumbs, // longer than what is read of one interview
      'si-e3': [{ speaker: 'Wanda Oke', text: run.join('') }],
    }),
  );
  server.lookUp = lookUp;
  const { offered } = await answered(key, nothing);
  expect(wordsIn(offered)).toContain('a photo of the ledger');
  expect(offered.some(({ by }: { by: string }) => by === 'Ines Marsh')).toBe(false);
  const lines = offered.flatMap(linesOf).map(([, text]: [number, string]) => text.length);
  expect(Math.max(...lines)).toBeLessThanOrEqual(1_000);
  expect(lines.reduce((sum: number, one: number) => sum + one)).toBeLessThanOrEqual(60_000);
});

describe('of talks that are too long to be offered whole', () => {
  const filler = (n: number): string =>
    `On day ${n} we painted the fence in the garden, and my brother sang about the sea.`;
  const days = (from: number): Turn[] =>
    Array.from({ length: 500 }, (_, n) => [
      guide(`And on day ${from + n}, was it raining?`),
      ines(filler(from + n)),
    ]).flat();
  const asked = 'How do your numbers get to the accountant?';
  const long = {
    'si-e1': [
      ...days(0),
      guide(asked),
      ines(`${ledger} It is a chore. He knows. So it goes.`),
      ...days(500),
    ],
    'si-e2': [
      ...days(1_000).map((turn) => (turn.speaker === 'Guide' ? turn : tomas(turn.text))),
      guide(asked),
      tomas('My sister drives over with a bag.'),
    ],
  };

  it('offers what is near with the lines around it, and what another answered to the same question', async () => {
    const { key } = await api.team(withTalks(long));
    const { offered } = await answered(key, nothing);
    const said = wordsIn(offered);
    expect(said).toContain(`${ledger} It is a chore. He knows. So it goes.`);
    expect(said).toContain('My sister drives over with a bag.');
    expect(said).toContain(filler(499));
    expect(said).not.toContain(filler(250));
    expect(said.length).toBeLessThan(60_000);
    for (const { words } of offered as Excerpt[]) expect(words).toContain('…');
  });

  it('offers less of a script of which each character is a token', async () => {
    const text = (n: number): string =>
      `第${n}天我们在花园里刷了栅栏，会计师每周五都要重新输入账本上的所有数字。`;
    const spoken = Array.from({ length: 900 }, (_, n) => [
      guide(`How do your numbers get to the accountant on day ${n}?`),
      ines(text(n)),
    ]).flat();
    const { key } = await api.team(withTalks({ ...talks, 'si-e1': spoken }));
    const { offered } = await answered(key, nothing);
    const chinese = wordsIn(offered).match(/\p{Script=Han}/gu) ?? [];
    expect(chinese.length).toBeGreaterThan(100);
    expect(chinese.length).toBeLessThan(16_000);
  });

  it('shows no words across a gap, and none that were not offered', async () => {
    const { key } = await api.team(withTalks(long));
    const { answer } = await answered(key, ({ talks: offered = [] }) => {
      const { ref, words } = offered.find((one) => textOf(one).includes(ledger))!;
      const numbers = linesOf({ words } as Excerpt).map(([number]) => number);
      const start = numbers.find((number) => !numbers.includes(number + 1))!;
      return {
        passages: [`${ref}.${start}-999`, `${ref}.${start + 1}`].map((evidenceId) => ({
          ...{ evidenceId, bears: 'answers' as const },
        })),
        statements: [],
      };
    });
    expect(answer.match(/“/g)).toHaveLength(1);
  });
});

describe('without a model, if no belief is near', () => {
  const asked = 'Is the ledger printed on paper for the accountant?';
  const answerTo = async (lines: object[], text = asked) => {
    const { key, teamId } = await withoutModel.team(lines);
    const { data } = (await withoutModel.post('/v1/ask', key, { question: text })).body;
    return { ...data, teamId } as { answer: string; citations: unknown[]; teamId: string };
  };

  it('shows word for word what comes nearest in the transcripts, and cites nothing', async () => {
    const { answer, citations } = await answerTo(withTalks());
    const [lead, ...lines] = answer.split('\n');
    expect(lead).toBe('No belief covers this yet. The closest quotes:');
    expect(lines.join('\n')).toContain(ledger);
    expect(answer).toMatch(/in 1 study\. No belief rests on this yet\.$/);
    expect(citations).toEqual([]);
  });

  it('puts first what says it in other words', async () => {
    const lines = withTalks({
      ...talks,
      'si-e2': [
        guide('What else happens in the office?'),
        tomas('The staff parks behind the house.'),
        guide('Anything else?'),
        tomas('There is soup with bread and cheese in the kitchen for all of the staff.'),
        guide('And then?'),
        tomas('The staff locks the drawer.'),
      ],
    });
    const { answer } = await answerTo(lines, 'Which meals do the staff get?');
    expect(answer.split('\n')[1]).toContain('soup with bread');
  });

  it('shows it in place of kept quotes of no belief that share words with the question', async () => {
    const locks = 'The staff of the office gets cheese on Fridays.';
    const soup = 'There is soup with bread and cheese in the kitchen for all of the staff.';
    const office = {
      ...talks,
      'si-e2': [guide('What else happens in the office?'), tomas(soup), guide('So?'), tomas(locks)],
    };
    const loose = [
      {
        resource: 'theme',
        themeId: 'lock',
        studyId: 'st1',
        label: 'Drawer',
        description: 'On a drawer.',
        sentiment: 'neutral',
      },
      {
        ...{ resource: 'evidence', evidenceId: 'e9', kind: 'evidence', quote: locks },
        ...{ themeId: 'lock', sourceItemId: 'si-e2' },
      },
    ];
    const text = 'Which meals with bread and cheese do the staff get on Fridays?';
    const kept = await answerTo([...withTalks({}), ...loose], text);
    expect(kept.answer.split('\n')[1]).toContain(locks);
    const { answer } = await answerTo([...withTalks(office), ...loose], text);
    expect(answer.split('\n')[1]).toContain(soup);
  });

  it('reads talks of which no kept quote has a word of the question', async () => {
    const { answer } = await answerTo(withTalks(), 'Who takes a photo by phone?');
    expect(answer).toContain('We send the accountant a photo of the ledger by phone.');
  });

  it('shows the words of the person whom a question names, and of nobody else', async () => {
    const { answer } = await answerTo(
      withTalks(),
      'What does Tomas Brandt print on paper for the accountant?',
    );
    expect(answer).toContain('We send the accountant a photo of the ledger by phone.');
    expect(answer).not.toContain('Ines Marsh');
  });

  it('finds their words in whatever study they said them', async () => {
    const printed = 'I print the ledger in two columns, one for the accountant and one for me.';
    const lines = withTalks({ 'si-e5': [guide('And the ledger?'), ines(printed)] });
    const { answer } = await answerTo(lines, 'Into what columns does Ines Marsh print the ledger?');
    expect(answer).toContain(`“${printed}” (Ines Marsh, Billing`);
    expect(answer).not.toMatch(/not quoted|Tomas|Wanda/);
  });

  it('goes by the words alone in a language that it does not know', async () => {
    const german = {
      'si-e1': [
        guide('Wie kommen die Zahlen am Ende des Monats zum Buchhalter?'),
        ines('Ich drucke das Hauptbuch aus, und der Buchhalter tippt es jeden Freitag wieder ab.'),
        guide('Und wie ist das mit der Post?'),
        ines('Die bringt meine Schwester am Montag mit, wenn sie aus der Stadt zu uns kommt.'),
      ],
    };
    const text = 'Wer tippt das Hauptbuch ab?';
    const { answer } = await answerTo(withTalks(german), text);
    expect(answer).toContain('der Buchhalter tippt es jeden Freitag wieder ab');
    expect(answer).not.toContain('Schwester');
    const other = await answerTo(withTalks(german), 'Was kostet die Fahrkarte nach Hamburg?');
    expect(other.answer).toMatch(/^The belief layer does not cover this question\./);
  });

  it('does not dress up what has a common word of the question alone', async () => {
    const { answer, citations } = await answerTo(
      withTalks(),
      'Do people want a dark mode by Friday?',
    );
    expect(answer).toMatch(
      /^Nothing clearly answers this\. The closest passages, in case they help:\n- “.*every Friday/,
    );
    expect(citations).toEqual([]);
    const other = await answerTo(withTalks(), 'Do penguins enjoy opera?');
    expect(other.answer).toMatch(/^The belief layer does not cover this question\./);
  });

  const further = Array.from({ length: 10 }, (_, n) => ({
    ...{ resource: 'signal', signalId: `gulls${n}`, label: `Gulls rest on buoy ${n}` },
    ...{ description: 'On gulls.', themes: [] },
  }));

  it('refuses it in a team that knows much', async () => {
    const { answer } = await answerTo(
      [...withTalks(), ...further],
      'Do people want a dark mode by Friday?',
    );
    expect(answer).toMatch(/^The belief layer does not cover this question\./);
  });

  it('shows words in place of a belief that is only near, but not in a team that knows much', async () => {
    const soup = 'During the setup the staff gets soup with bread and cheese for lunch.';
    const lunch = { ...talks, 'si-e2': [guide('What else happens?'), tomas(soup)] };
    const text = 'Does soup make people give up in the import setup?';
    const few = await answerTo(withTalks(lunch), text);
    expect(few.answer.split('\n')[1]).toContain(soup);
    const many = await answerTo([...withTalks(lunch), ...further], text);
    expect(many.answer).toMatch(/^Nothing answers this exactly\..* SIG-1:/);
  });

  it('leads with a belief if one is near', async () => {
    const { answer } = await answerTo(withTalks(), 'Why do people give up in the import setup?');
    expect(answer).toContain('SIG-1');
    expect(answer).not.toContain('No belief covers this yet');
  });

  it('shows nothing of another team', async () => {
    await withoutModel.team(withTalks());
    const { answer } = await answerTo(withTalks({}));
    expect(answer).toMatch(/^The belief layer does not cover this question\./);
  });
});
