import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueryModel } from '../../src/answers/search/concept.js';
import { adjacent, type Candidate, passage, rank } from '../../src/answers/search/rank.js';

const vocabulary = ['price', 'page', 'invit', 'team', 'export', 'report', 'slow', 'late'];
const term = fc.constantFrom(...vocabulary);

const query = fc
  .array(term, { minLength: 1, maxLength: 8 })
  .chain((sequence) =>
    fc.record({
      sequence: fc.constant(sequence),
      averageLength: fc.integer({ min: 1, max: 40 }),
      weights: fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), {
        minLength: sequence.length,
        maxLength: sequence.length,
      }),
    }),
  )
  .map(
    ({ sequence, averageLength, weights }): QueryModel => ({
      sequence,
      averageLength,
      concepts: [...new Set(sequence)].map((one, index) => ({
        term: one,
        weight: weights[index]!,
        mentions: [{ term: one, share: 1, named: 1, rows: 1 }],
      })),
    }),
  );

const candidates = fc
  .array(fc.array(term, { maxLength: 12 }), { maxLength: 12 })
  .map((quotes) => quotes.map((quote, index) => candidate(`c${index}`, quote)));

function candidate(evidenceId: string, quote: readonly string[]): Candidate {
  return {
    evidenceId,
    talkId: `item-${evidenceId}`,
    position: 0,
    quoteTerms: quote.join(' '),
    contextTerms: '',
    aroundTerms: '',
    exact: false,
  };
}

describe('rank', () => {
  it('keeps scores between 0 and 1, falling, for candidates that share a word and no others', () => {
    fc.assert(
      fc.property(query, candidates, (model, all) => {
        const ranked = rank(model, all);
        const scores = ranked.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const score of scores) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        const sharing = all.filter(({ quoteTerms }) =>
          quoteTerms.split(' ').some((one) => model.sequence.includes(one)),
        );
        expect(new Set(ranked.map((one) => one.candidate))).toEqual(new Set(sharing));
      }),
    );
  });

  it('does not depend on the order in which candidates come', () => {
    fc.assert(
      fc.property(query, candidates, (model, all) => {
        expect(rank(model, all.toReversed())).toEqual(rank(model, all));
      }),
    );
  });

  it('gives a quote of the very words a score of 1, and an exact one the first place', () => {
    fc.assert(
      fc.property(query, candidates, (model, all) => {
        const same = candidate('same', model.sequence);
        const found = rank(model, [same]).at(0);
        expect(found?.score).toBeCloseTo(1, 10);
        const first = rank(model, [...all, { ...same, exact: true }]).at(0);
        expect(first?.candidate.evidenceId).toBe('same');
      }),
    );
  });

  it('ranks words of the quote above words of its context (note, theme …), and those above the surrounding transcript', () => {
    const model: QueryModel = {
      sequence: ['price'],
      averageLength: 2,
      concepts: [
        { term: 'price', weight: 3, mentions: [{ term: 'price', share: 1, named: 1, rows: 1 }] },
      ],
    };
    const found = rank(model, [
      { ...candidate('around', ['slow', 'page']), aroundTerms: 'price late' },
      { ...candidate('context', ['slow', 'page']), contextTerms: 'price late' },
      candidate('says', ['price', 'page']),
      candidate('none', ['slow', 'page']),
    ]);
    expect(found.map((one) => one.candidate.evidenceId)).toEqual(['says', 'context', 'around']);
  });

  it('lets the context of a quote match a concept by a synonym, for less than by its own word', () => {
    const model: QueryModel = {
      sequence: ['price'],
      averageLength: 2,
      concepts: [
        {
          term: 'price',
          weight: 3,
          mentions: [
            { term: 'price', share: 1, named: 1, rows: 1 },
            { term: 'cost', share: 0.4, named: 1, rows: 1 },
          ],
        },
      ],
    };
    const found = rank(model, [
      { ...candidate('other', ['slow', 'page']), contextTerms: 'cost' },
      { ...candidate('own', ['slow', 'page']), contextTerms: 'price' },
    ]);
    expect(found.map((one) => one.candidate.evidenceId)).toEqual(['own', 'other']);
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score);
  });

  it('lifts the neighbors of a relevant quote in the same source item', () => {
    const model: QueryModel = {
      sequence: ['price', 'page'],
      averageLength: 4,
      concepts: ['price', 'page'].map((one) => ({
        term: one,
        weight: 3,
        mentions: [{ term: one, share: 1, named: 1, rows: 1 }],
      })),
    };
    const near = { ...candidate('near', ['page', 'slow']), talkId: 'talk', position: 10 };
    const best = { ...candidate('best', ['price', 'page']), talkId: 'talk', position: 4 };
    const alone = candidate('alone', ['page', 'slow']);
    const order = rank(model, [alone, near, best]).map((one) => one.candidate.evidenceId);
    expect(order).toEqual(['best', 'near', 'alone']);
  });

  describe('ordered by the passage', () => {
    const model = (averageLength: number): QueryModel => ({
      sequence: ['price', 'page'],
      averageLength,
      concepts: ['price', 'page'].map((one) => ({
        term: one,
        weight: 3,
        mentions: [{ term: one, share: 1, named: 1, rows: 1 }],
      })),
    });
    const turn = (id: string, position: number, quote: readonly string[]): Candidate => ({
      ...candidate(id, quote),
      talkId: 'talk',
      position,
    });
    const wellSurrounded = turn('turn', 320, ['page', 'slow', 'late']);
    const best = [120, 125, 130].map((at) => turn(`best${at}`, at, ['price', 'page']));
    const alone = candidate('alone', ['page', 'page']);
    const all = [...best, wellSurrounded, alone];
    const placesOf = (averageLength: number, surroundings = passage): string[] =>
      rank(model(averageLength), all, surroundings).map((one) => one.candidate.evidenceId);

    it('counts what was said a minute before, if quotes are short', () => {
      expect(placesOf(4, adjacent).slice(3)).toEqual(['alone', 'turn']);
      expect(placesOf(4).slice(3)).toEqual(['turn', 'alone']);
      expect(placesOf(400).slice(3)).toEqual(['alone', 'turn']);
    });

    it('gives the scores of what stands right next to the quotes, in its order', () => {
      fc.assert(
        fc.property(
          query,
          candidates,
          fc.array(fc.nat(300), { minLength: 12, maxLength: 12 }),
          (asked, some, positions) => {
            const talk = some.map((one, index) => ({
              ...one,
              talkId: `talk-${index % 2}`,
              position: positions[index]!,
              exact: index === 3,
            }));
            const scores = rank(asked, talk, passage).map(({ score }) => score);
            expect(scores).toEqual(rank(asked, talk).map(({ score }) => score));
            const ids = (ranked: ReturnType<typeof rank>) =>
              ranked.map((one) => one.candidate.evidenceId).sort();
            expect(ids(rank(asked, talk, passage))).toEqual(ids(rank(asked, talk)));
          },
        ),
      );
    });
  });
});
