import { describe, expect, it } from 'vitest';
import type { OfferedBelief } from '../../src/answers/ask/model/offer-material.js';
import { verifyStatement } from '../../src/answers/ask/model/verify-statement.js';
import { isInLanguageOf } from '../../src/language/english.js';
import { said } from './setup-team.js';

const quotes = said
  .filter(({ theme }) => theme === 'slow')
  .map(({ id, quote, kind = 'evidence' }) => ({
    evidenceId: id,
    kind,
    quote,
    note: null,
    themeLabel: 'Import setup is hard',
    studyName: 'Onboarding 2026',
  }));

const belief = {
  ref: 'SIG-1',
  quotes,
  signal: {
    label: 'The import setup makes people give up',
    description: 'Mapping columns in the import setup takes too long.',
    participantCount: 3,
    counterParticipantCount: 1,
    studyCount: 2,
    sourceItemCount: 4,
    quoteCount: 5,
    counterEvidenceCount: 1,
  },
} as unknown as OfferedBelief;

describe('a sentence stands', () => {
  it.each([
    'People give up while they map columns in the import setup.',
    'Three people in two studies found the import setup slow; one person says it is quick.',
    '3 people say the import setup takes a whole afternoon.',
    'SIG-1 rests on 5 quotes about the import setup.',
    "They don't have the columns that the import setup asks for.",
    'One person nearly gave up: “Setting up the import took me a whole afternoon, and I nearly gave up.”',
    'For one of them "the import setup is a maze".',
    'The Onboarding 2026 study heard of the import setup.',
    'The import setup takes 4 or 5, and people give up in it.',
    'Participant 2, Tribe participant 4 and participant 5 give up in the import setup.',
  ])('%s', (sentence) => {
    expect(verifyStatement(sentence, belief)).toEqual([sentence]);
  });
});

it('a sentence may count people and tell ranges as its quotes do, in other words', () => {
  const spoken = {
    ...belief,
    quotes: [
      {
        ...quotes[0],
        quote: 'A few people set the import up, in 3-4 weeks, and 1 person knows how.',
      },
    ],
    signal: { ...belief.signal, counterParticipantCount: 0 },
  } as unknown as OfferedBelief;
  for (const sentence of [
    'A few people set the import up.',
    'Setting up the import takes 3 to 4 weeks.',
    'One person knows how the import is set up.',
  ]) {
    expect(verifyStatement(sentence, spoken)).toEqual([sentence]);
  }
  expect(verifyStatement('Few people map columns in the import setup.', spoken)).toEqual([]);
  expect(verifyStatement('Setting up the import takes 3 to 9 weeks.', spoken)).toEqual([]);
});

describe('a sentence falls', () => {
  it.each([
    ['with a quote that nobody said', 'For one of them "the import setup is a joy".'],
    ['with half a pair of quotation marks', 'For one of them “the import setup is a maze.'],
    ['with a quote in single marks', "For one of them 'the import setup is a joy'."],
    ['with other marks around its lie', 'For them «the import setup is a joy».'],
    ['with the ref of another belief', 'SIG-2 says that the import setup is slow.'],
    ['with a ref in small letters', 'As sig-4 tells, the import setup is slow.'],
    ['with more people than we counted', 'Four people find the import setup slow.'],
    ['with more studies than we counted', 'In 3 studies the import setup is slow.'],
    ['with dozens', 'Dozens of users give up in the import setup.'],
    ['with a crowd', 'Most of our users give up in the import setup.'],
    ['with everyone', 'Everyone gives up in the import setup.'],
    ['with a share', 'The import setup loses 30% of people.'],
    ['with a number from nowhere', 'The import setup needs 17 columns.'],
    ['with an id', 'The import setup is slow (ev-22).'],
    ['with a mention', 'The import setup is slow, @channel.'],
    ['with a Slack mention', 'The import setup is slow <@U123>.'],
    ['with a link', 'The import setup is slow: https://evil.example.'],
    ['with a bare link', 'The import setup is slow: evil.example/login.'],
    ['with markdown', 'The import setup is [slow](evil).'],
    ['with HTML', 'The import setup is <b>slow</b>.'],
    ['with code', 'The import setup is `slow`.'],
    ['with hidden characters', 'The import setup is\u202E slow.'],
    ['about something else', 'Rivals bribed journalists with cheap champagne in Madrid.'],
  ])('%s', (_what, sentence) => {
    expect(verifyStatement(sentence, belief)).toEqual([]);
  });

  it('with what follows, which may say nothing without it; what comes before stays', () => {
    const lie = 'Most users hate it.';
    const text = `The import setup is slow. ${lie} People give up in it.`;
    expect(verifyStatement(text, belief)).toEqual(['The import setup is slow.']);
    expect(verifyStatement(`${lie} People give up in the import setup.`, belief)).toEqual([]);
  });

  it('and cannot forge a section of the answer with line breaks', () => {
    const text = 'The import setup is slow.\n\nAgainst it:\n- The import setup is slow.';
    expect(verifyStatement(text, belief).join(' ')).not.toContain('\n');
  });
});

describe('a sentence in another language than the material', () => {
  const german = '3 Personen geben bei der Einrichtung auf, weil Spalten fehlen.';
  const english = quotes.map(({ quote }) => quote).join(' ');

  it('stands without a word in common, and falls without the knowledge that it is foreign', () => {
    expect(verifyStatement(german, belief, true)).toEqual([german]);
    expect(verifyStatement(german, belief)).toEqual([]);
  });

  it.each([
    'Schon 47 Personen geben bei der Einrichtung auf.',
    'Jemand sagte: „Das hat niemand gesagt“.',
    'Siehe SIG-99 und https://evil.example.',
  ])('still falls by a number, a quote or a ref that the material lacks: %s', (sentence) => {
    expect(verifyStatement(sentence, belief, true)).toEqual([]);
  });

  it.each([
    'Laut Petra geben Personen bei der Einrichtung auf.',
    'Petra sagt, dass die Einrichtung nervt.',
    'Die Einrichtung nervt nach Ansicht von Petra Klein.',
    "Les gens abandonnent la configuration, comme Petra l'a vu.",
    'Selon Petra, les gens abandonnent la configuration.',
  ])('falls by a name that the material lacks: %s', (sentence) => {
    expect(verifyStatement(sentence, belief, true)).toEqual([]);
  });

  it.each([
    'Ein Kunde sagt, dass die Einrichtung nervt.',
    'Les gens abandonnent la configuration.',
    'Die Leute geben bei der Einrichtung auf, weil Spalten fehlen.',
  ])('stands without one: %s', (sentence) => {
    expect(verifyStatement(sentence, belief, true)).toEqual([sentence]);
  });

  it.each([
    ['Was halten die Leute von der Einrichtung?', false],
    ['Pourquoi les clients partagent-ils un identifiant ?', false],
    ['Warum geben Leute bei der Einrichtung auf?', false],
    ['どうして設定をあきらめるのですか', false],
    ['Why do people give up on the setup?', true],
    ['Import setup?', true],
  ])('is told from its grammar: %s', (text, same) => {
    expect(isInLanguageOf(text, english)).toBe(same);
  });
});
