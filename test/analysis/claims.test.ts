import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beliefsFromRules, type SaidClaim } from '../../src/analysis/beliefs/beliefs-from-rules.js';
import { readClaims } from '../../src/analysis/claims/read-claims.js';
import { CodebookEntry } from '../../src/analysis/codebook/entry.js';
import { compileEntry, patternProblem } from '../../src/analysis/codebook/patterns.js';
import { builtInCodebook } from '../../src/analysis/codebook/team-codebook.js';
import { saysLeaving, saysStrongFeeling } from '../../src/language/urgency.js';

const codebook = builtInCodebook();
const compiled = codebook.map(compileEntry);
const said = (text: string, asked?: string): string[] =>
  readClaims([{ turn: 0, text, asked }], compiled).claims.map(
    ({ entryId, stance }) => `${stance} ${entryId}`,
  );

describe('a sentence claims', () => {
  it.each([
    [
      'what a habit is, of oneself',
      'I always double check what ChatGPT tells me.',
      'supports check',
    ],
    [
      'of a tool named just before',
      'I use AI daily. But it often gets things wrong.',
      'supports gets-wrong',
    ],
    [
      'of a tool that the question names',
      'It often gets things wrong for me.',
      'supports gets-wrong',
    ],
    [
      'of its results, some sentences into the answer',
      'We tried. It was fun. They talked. I take the results with a grain of salt.',
      'supports ai-trust',
    ],
    [
      'the opposite if it is denied',
      'ChatGPT is not generic at all for me.',
      'contradicts generic',
    ],
    [
      'the opposite in words of its own',
      'The setup was easy and quick for us.',
      'contradicts config',
    ],
    [
      'what is split by contractions',
      "I couldn't find the settings at all.",
      'supports cannot-find',
    ],
    ['what "it\'s" says', "It's confusing to find your way there.", 'supports confusing'],
    [
      'what came after the condition',
      'If I need the settings, I can not find them.',
      'supports cannot-find',
    ],
    ['when a condition is what it is about', 'If I get stuck, I ask ChatGPT.', 'supports block'],
    [
      'of oneself, when "with it" comes first in the clause',
      'I just export it and then work with it in Excel.',
      'supports spreadsheet',
    ],
  ])('%s', (_, text, claim) => {
    expect(said(text, 'How do you use AI at work?')).toContain(claim);
  });

  it.each([
    ['if it asks', 'Do you find that AI gets things wrong?'],
    ['if it reads a prompt out', 'I typed "AI makes mistakes, tell me why" and waited for it.'],
    ['of others as their own habit', 'My students double check what ChatGPT tells them.'],
    ['of others whom they know', 'Most teachers I know double check what ChatGPT tells them.'],
    ['of others in their thoughts', 'I think my colleagues double check what ChatGPT says.'],
    ['of others in a clause', 'I get emails from parents who double check what ChatGPT says.'],
    ['of what is supposed', 'I could double check what ChatGPT tells me, in theory.'],
    ['of what is hoped for', 'I hope that one day ChatGPT never gets things wrong again.'],
    ['of what would only be so if', 'If ChatGPT gets it wrong I am still at fault for it.'],
    ['of the rest of a condition', 'If I rely on ChatGPT and it gets it wrong, I am at fault.'],
    ['of what has to be', 'It must be very easy to use for our mothers.'],
    ['of what a tool is to do', 'It will double check what ChatGPT tells me.'],
    ['of what is left out', 'I am less likely to double check what ChatGPT tells me.'],
    ['of what is denied within', 'ChatGPT makes hardly any mistakes in my work.'],
    ['of nothing that was named', 'The weather forecast often gets things wrong here.'],
    ['in a few words', 'AI hallucinates.'],
  ])('nothing %s', (_, text) => {
    expect(said(text).filter((claim) => /check|gets-wrong|easy-to-use/.test(claim))).toEqual([]);
  });

  const frustrates = 'What frustrates you about the shop?';
  it.each([
    ['a phrase', frustrates, 'The search. I never find anything.', 'frustrated-by', 'the search'],
    [
      'after a filler',
      frustrates,
      'Good question. Mostly the price.',
      'frustrated-by',
      'the price',
    ],
    [
      'a sentence',
      'What do you like most about it?',
      'The calendar, it shows my week.',
      'liked-most',
      'the calendar',
    ],
    ['a wish', 'And what is missing?', 'Well, an export to a file.', 'missing-thing', 'the export'],
    [
      'a change',
      'If you could, what would you change?',
      'The menu is too long for me.',
      'would-change',
      'the menu',
    ],
    ['a reason', 'Why did you stop using it?', 'The fees.', 'left-because', 'fees'],
    [
      'after another question',
      'You are on mobile? I see. What annoys you?',
      'That I can not move the widgets.',
      'frustrated-by',
      'widgets',
    ],
  ])('what the question makes of its answer: %s', (_, asked, text, entryId, thing) => {
    const { claims } = readClaims([{ turn: 0, text, asked }], compiled);
    expect(claims.filter((claim) => claim.entryId === entryId)).toMatchObject([
      { stance: 'supports', things: expect.arrayContaining([thing]) },
    ]);
  });

  it.each([
    ['that there is nothing', frustrates, 'Nothing really. The search is fine.'],
    ['not to know', frustrates, "I don't know. The search, I guess."],
    ['the question again', frustrates, 'What frustrates me about the search?'],
    ['a question', frustrates, 'Do you mean the search? Or the shop?'],
    ['praise', frustrates, 'The search is great.'],
    ['what does not bother', frustrates, 'The price does not bother me.'],
    ['no thing', frustrates, 'It is like that, you know.'],
    ['two questions at once', 'What do you like or dislike most about it?', 'The search.'],
    ['another question', 'What did you look at first?', 'The search.'],
    ['its third sentence', frustrates, 'Well. I was in town. The search is there.'],
  ])('nothing if the answer says %s', (_, asked, text) => {
    const { claims } = readClaims([{ turn: 0, text, asked }], compiled);
    const ofAnswers = /frustrated-by|liked-most|missing-thing|would-change|left-because/;
    expect(claims.filter(({ entryId }) => ofAnswers.test(entryId))).toEqual([]);
  });

  it('what its question asked for, as a belief with the thing that people name', () => {
    const talks = [
      'The search. I never find anything.',
      'Mostly the search.',
      'Definitely the search.',
      'The payment, always.',
    ];
    const said = talks.flatMap((text, at) =>
      readClaims([{ turn: 0, text, asked: frustrates }], compiled).claims.map(
        (claim): SaidClaim => {
          const quote = text.slice(claim.start, claim.end);
          return { ...claim, quote, quoteId: `q${at}`, participantId: `p${at}`, studyId: 's' };
        },
      ),
    );
    const [held, ...others] = beliefsFromRules(
      said,
      [{ studyId: 's', people: 4, aiUsers: 0 }],
      codebook,
      new Set(),
    );
    expect(others).toEqual([]);
    expect(held).toMatchObject({ statement: 'People are bothered by the search' });
    expect(held!.quotes.map(({ quote }) => quote).sort()).toEqual([
      'Definitely the search.',
      'Mostly the search.',
      'The search. I never find anything.',
    ]);
  });

  it('at the exact place in the turn', () => {
    const text = 'Well.  I double check what ChatGPT tells me! 😀 Then I send it.';
    const [claim] = readClaims([{ turn: 3, text }], compiled).claims;
    expect(text.slice(claim!.start, claim!.end)).toBe('I double check what ChatGPT tells me!');
    expect(claim).toMatchObject({ turn: 3, entryId: 'check', stance: 'supports', certainty: 1 });
  });

  it('the same from any text, and always within it', () => {
    const word = fc.constantFrom(
      'AI',
      'I',
      'not',
      'check',
      'it',
      '"',
      '.',
      ',',
      '?',
      '’',
      '😀',
      'gets',
      'wrong',
      '-',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (list) => {
        const text = list.join(' ');
        const read = readClaims([{ turn: 0, text }], compiled);
        expect(readClaims([{ turn: 0, text }], compiled)).toEqual(read);
        for (const { start, end } of read.claims) {
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
        }
      }),
    );
  });
});

describe('patterns of a team', () => {
  const entry = (says: string) =>
    CodebookEntry.parse({
      ...{ id: 'own', kind: 'pain', statement: 'It rains', counts: 'Rain.', says },
      examples: { counts: [], not: [] },
    });
  it.each([
    '(a+)+b',
    '(a|b)*c',
    '(\\w+ ){2,}x',
    '((a ){0,3}b ){0,3}',
    '(a)\\1',
    '(?=a)b',
    'a(',
    'a||b',
    '(a)?',
    '\\w+\\w+x',
  ])('are refused if they could take forever or are broken: %s', (says) =>
    expect(patternProblem(entry(says))).toMatch(/^says: /),
  );
});

describe('a long spoken sentence', () => {
  const entry = CodebookEntry.parse({
    ...{ id: 'own', kind: 'pain', statement: 'Reports are slow', counts: 'Slow reports.' },
    says: 'report(s)? (\\w+ ){0,12}slow',
    examples: { counts: [], not: [] },
  });
  const claims = (text: string) =>
    readClaims([{ turn: 0, text, asked: undefined }], [compileEntry(entry)]).claims;
  const apart = 'I open the report and I drink my coffee and my old car is slow';
  const together = 'I think the report was really slow';
  const talk = (times: number) =>
    ', and then we sat there and talked about all of it'.repeat(times);

  it('claims what one of its clauses says, less surely if it is very long', () => {
    expect(claims(`${together}.`)).toMatchObject([{ entryId: 'own', certainty: 1 }]);
    expect(claims(`${together}${talk(6)}.`)).toMatchObject([{ entryId: 'own', certainty: 0.85 }]);
  });

  it('does not claim what is put together from several of its clauses', () => {
    expect(claims(`${apart}.`)).toHaveLength(1);
    expect(claims(`${apart}${talk(3)}.`)).toEqual([]);
  });
});

let nextId = 0;
const claim = (participantId: string, over: Partial<SaidClaim> = {}): SaidClaim => ({
  quoteId: `q${String(nextId++).padStart(3, '0')}`,
  quote: `The export took the whole morning again, says ${participantId}.`,
  participantId,
  studyId: 's1',
  entryId: 'slow',
  stance: 'supports',
  certainty: 1,
  namesAi: false,
  things: [],
  ...over,
});
const study = (studyId: string, people: number, aiUsers = 0) => ({ studyId, people, aiUsers });
const held = (
  claims: readonly SaidClaim[],
  studies = [study('s1', 5)],
  own: readonly string[] = [],
): string[] =>
  beliefsFromRules(claims, studies, codebook, new Set(own)).map(
    ({ statement, quotes }) =>
      `${statement}: ${new Set(quotes.map(({ participantId }) => participantId)).size}`,
  );

describe('a belief is held', () => {
  it('if three people of a handful say so plainly, a tenth of more, five of many', () => {
    const two = [claim('a'), claim('a'), claim('b')];
    expect(held(two)).toEqual([]);
    expect(held([...two, claim('c')])).toEqual(['People find it too slow: 3']);
    expect(held([...two, claim('c', { certainty: 0.6 })])).toEqual([]);
    const four = ['a', 'b', 'c', 'd'].map((person) => claim(person));
    expect(held(four, [study('s1', 15)])).toHaveLength(1);
    expect(held(four.slice(1), [study('s1', 35)])).toEqual([]);
    expect(held(four, [study('s1', 80)])).toEqual([]);
  });

  it('by two people if it is about AI or in an entry of the team', () => {
    const two = [claim('a'), claim('b')];
    expect(held(two, undefined, ['slow'])).toEqual(['People find it too slow: 2']);
    const wrong = ['a', 'b'].map((person) => claim(person, { entryId: 'gets-wrong' }));
    expect(held(wrong, [study('s1', 4, 2)])).toHaveLength(1);
  });

  it('in another study if enough say it there as well', () => {
    const here = ['a', 'b', 'c'].map((person) => claim(person));
    const there = claim('d', { studyId: 's2' });
    const both = [there, claim('e', { studyId: 's2' })];
    const studies = [study('s1', 5), study('s2', 5)];
    expect(held([...here, there], studies)).toEqual(['People find it too slow: 3']);
    expect(held([...here, ...both], studies)).toEqual(['People find it too slow: 5']);
    expect(held([...here.slice(1), ...both], studies)).toEqual(['People find it too slow: 4']);
  });

  it('of the thing that its people share', () => {
    const things = { things: ['the export'] };
    expect(
      held([claim('a', things), claim('b', things), claim('c', { things: ['report', 'exports'] })]),
    ).toEqual([expect.stringMatching(/^People find (the export|exports) too slow: 3$/)]);
  });

  it('of AI only if the people of a study use it, and there of nothing else', () => {
    const wrong = ['a', 'b'].map((person) => claim(person, { entryId: 'gets-wrong' }));
    const slow = ['a', 'b', 'c'].map((person) => claim(person));
    expect(held([...wrong, ...slow], [study('s1', 4, 1)])).toEqual(['People find it too slow: 3']);
    expect(held([...wrong, ...slow], [study('s1', 4, 2)])).toEqual([
      'AI gets things wrong or makes them up: 2',
    ]);
  });

  it('by people whose quotes support it; those who say the opposite speak against it, unless they are as many', () => {
    const against = (person: string) => claim(person, { stance: 'contradicts' });
    const [belief] = beliefsFromRules(
      [claim('a'), claim('b'), claim('c'), against('b'), against('d')],
      [study('s1', 5)],
      codebook,
      new Set(),
    );
    expect(
      belief!.quotes.map(({ participantId, stance }) => `${participantId} ${stance}`).sort(),
    ).toEqual(['a supports', 'b supports', 'c supports', 'd contradicts']);
    const three = ['a', 'b', 'c'].map((person) => claim(person));
    expect(held([...three, against('d'), against('e')])).toHaveLength(1);
    expect(held([...three, against('d'), against('e'), against('f')])).toEqual([]);
  });

  it('not by a talk that came as two files', () => {
    const quote = 'The export took the whole morning again.';
    const twice = ['a', 'b', 'c'].map((person) => claim(person, { quote }));
    expect(held(twice)).toEqual([]);
  });

  it('shown first by whole sentences of readable length', () => {
    const quotes = [
      'and the export took the whole morning again',
      'The export took the whole morning again for us.',
      `The export took the whole morning again${', you know'.repeat(20)}.`,
    ];
    const claims = quotes.map((quote, at) => claim(`p${at}`, { quote }));
    const [belief] = beliefsFromRules(claims, [study('s1', 5)], codebook, new Set());
    expect(belief!.quotes[0]!.quote).toBe(quotes[1]);
    expect(belief!.quotes.at(-1)!.quote).toBe(quotes[2]);
  });

  it('in whatever order claims come', () => {
    const claims = ['a', 'b', 'c'].map((person) => claim(person, { things: [person, 'export'] }));
    expect(beliefsFromRules([...claims].reverse(), [study('s1', 5)], codebook, new Set())).toEqual(
      beliefsFromRules(claims, [study('s1', 5)], codebook, new Set()),
    );
  });
});

describe('an urgent call', () => {
  it.each([
    'We are going to cancel our subscription next month.',
    'I stopped using the app after that.',
    'We’re looking for an alternative.',
    "I'm thinking about switching to another vendor.",
    'It is not worth the money.',
    'I gave up on using the tool.',
    'We will not renew.',
  ])('is for who leaves: %s', (text) => expect(saysLeaving(text)).toBe(true));

  it.each([
    'We had to cancel our entire PAX presence.',
    'I cancelled the appointment.',
    'I stopped using adverbs.',
    "I don't plan on stopping using it.",
    'He moved to another team.',
    'You can cancel your subscription any time.',
    'Would you cancel your subscription?',
    'We moved to Kubernetes.',
    'But if I wanted to go to another account, then I have to do the verify identity process.',
    'I moved to another account of the same bank.',
    'If I switch to another vendor, I take my data along.',
  ])('is not for who stays: %s', (text) => expect(saysLeaving(text)).toBe(false));

  it.each([
    'I absolutely hate filling this in.',
    'I really hate that I have to log in again.',
    'I was so frustrated with it.',
    'It drives me crazy.',
    'We were devastated.',
  ])('is for strong feeling: %s', (text) => expect(saysStrongFeeling(text)).toBe(true));
  it.each([
    'I hate to say it, but it works.',
    'I use it for descriptions, since I hate doing that part.',
    'It drove me insane back then, and we should all be proud.',
    'The graphics are crazy good.',
    'He does not always say why he thinks so, which drives me crazy, but he helps.',
    'The character is devastated.',
    'I was so happy with it.',
    'I would not want to start over. I really hate that.',
  ])('is not for calm words: %s', (text) => expect(saysStrongFeeling(text)).toBe(false));
});
