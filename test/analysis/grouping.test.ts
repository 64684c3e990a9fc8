import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreeing } from '../../src/analysis/grouping/agreeing.js';
import { groupTexts } from '../../src/analysis/grouping/group-texts.js';
import { type Anchor, type NewText, place } from '../../src/analysis/grouping/place.js';
import type { UnplacedQuote } from '../../src/analysis/queries/themes.js';
import { type KnownTheme, planThemes } from '../../src/analysis/themes/plan-themes.js';

const imports = [
  'The import of my contacts failed again.',
  'Importing contacts fails with every large file.',
  'I never get the contact import to work.',
  'My contacts could not be imported.',
];
const invoices = [
  'Invoices arrive a week late.',
  'The invoice came too late for our accountant.',
  'Our invoices are always late.',
  'A late invoice costs us the discount.',
];
const dark = [
  'I would love a dark mode for the evening.',
  'A dark mode would be easier on my eyes.',
  'Please add dark mode.',
  'My eyes hurt without a dark mode.',
];
const all = [...imports, ...invoices, ...dark];

describe('texts', () => {
  it('are grouped by what they speak of', () => {
    const { groups } = groupTexts(all);
    expect(groups).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9, 10, 11],
    ]);
  });

  it('that share nothing stay apart', () => {
    const { groups } = groupTexts(['The lid broke.', 'Trains were full.', 'Paint smells.']);
    expect(groups).toEqual([[0], [1], [2]]);
  });
});

describe('quotes of a study', () => {
  const quote = (text: string, at: number): UnplacedQuote => ({
    quoteId: `q${at}`,
    quote: text,
    participantId: `p${at}`,
    sourceItemId: `s${at}`,
    tags: [],
    marked: false,
    awaitsTheme: true,
  });
  const difficult = ['Prior to that it was difficult.', 'That one was just difficult for me.'];
  const alone = [...'bcdfghjklmnpqrstvwxz'].flatMap((a) =>
    ['ebo', 'ilu', 'aro'].map((b) => `The ${a}${b}${a}en was at the ${b}${a}${b}t.`),
  );

  it('that are alike without a topic in common wait for more, in a study with many', () => {
    const planned = planThemes([...imports, ...difficult, ...alone].map(quote), []);
    const placed = planned.founded.flatMap(({ quoteIds }) => quoteIds);
    expect(placed.sort()).toEqual(['q0', 'q1', 'q2', 'q3']);
    expect(planned.founded[0]!.label).toMatch(/import|contact/i);
    expect(planned.left).toEqual(expect.arrayContaining(['q4', 'q5']));
  });

  it('found no theme with a name that another of the study has', () => {
    const known: KnownTheme = {
      themeId: 't1',
      label: planThemes(all.map(quote), []).founded[0]!.label,
      foundedBy: 'q100',
      labelByPerson: false,
      mergedInto: false,
      tags: [],
      quotes: 1,
      bearsBelief: true,
      sample: [],
    };
    const labels = planThemes(all.map(quote), [known]).founded.map(({ label }) => label);
    expect(labels).toHaveLength(3);
    expect(labels).not.toContain(known.label);
  });

  it('have a theme each way in a small one, and if a person marked them', () => {
    const small = planThemes([...imports, ...difficult].map(quote), []);
    expect(small.left).toEqual([]);
    const marked = [...imports, ...difficult, ...alone]
      .map(quote)
      .map((one) => ({ ...one, marked: one.quoteId === 'q4' }));
    expect(planThemes(marked, []).left).not.toContain('q4');
  });
});

const words = [
  'import',
  'contact',
  'invoice',
  'late',
  'dark',
  'mode',
  'eyes',
  'um',
  'the',
  'große',
  '案',
];
const said = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((list) => list.join(' '));
const fresh = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 999 }).map((number) => `q${number}`),
    text: said,
    tag: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  }),
  { maxLength: 30, selector: ({ id }) => id },
);
const anchors = fc
  .array(fc.array(said, { maxLength: 8 }), { maxLength: 4 })
  .map((groups): Anchor[] =>
    groups.map((texts, at) => ({
      id: `t${at}`,
      texts: texts.map((text, place) => ({ id: `t${at}-${place}`, text })),
      divisible: at % 2 === 0,
    })),
  );

const normal = (placement: ReturnType<typeof place>) => ({
  joined: placement.joined.map(({ id, anchorId }) => `${id} ${anchorId}`).sort(),
  founded: placement.founded.map((ids) => [...ids].sort().join()).sort(),
  parted: placement.parted
    .map(({ anchorId, ids }) => `${anchorId} ${[...ids].sort().join()}`)
    .sort(),
});

describe('a placement', () => {
  it('puts every fresh text in one place, and does not depend on the order of anything', () => {
    fc.assert(
      fc.property(fresh, anchors, fc.infiniteStream(fc.nat()), (rows, known, random) => {
        const list = rows as NewText[];
        const placement = place(list, known);
        const placed = [...placement.joined.map(({ id }) => id), ...placement.founded.flat()];
        expect(placed.sort()).toEqual(list.map(({ id }) => id).sort());
        const shuffled = list
          .map((one) => ({ one, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(normal(place(shuffled, [...known].reverse()))).toEqual(normal(placement));
      }),
      { numRuns: 150 },
    );
  });

  it('keeps texts of one tag together and of two tags apart', () => {
    fc.assert(
      fc.property(fresh, (rows) => {
        const { founded } = place(rows as NewText[], []);
        for (const tag of ['a', 'b']) {
          const homes = founded.filter((ids) =>
            rows.some((row) => row.tag === tag && ids.includes(row.id)),
          );
          expect(homes.length).toBeLessThanOrEqual(1);
          const others = rows.filter((row) => row.tag !== undefined && row.tag !== tag);
          expect(others.some(({ id }) => homes[0]?.includes(id) ?? false)).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('joins new texts to the group that speaks of the same', () => {
    const known = [imports, invoices].map((texts, at) => ({
      id: `t${at}`,
      texts: texts.slice(0, 3).map((text, place) => ({ id: `t${at}-${place}`, text })),
    }));
    const late = [imports[3]!, invoices[3]!, ...dark].map((text, at) => ({ id: `q${at}`, text }));
    expect(normal(place(late, known))).toEqual({
      joined: ['q0 t0', 'q1 t1'],
      founded: ['q2,q3,q4,q5'],
      parted: [],
    });
  });

  it('parts a group whose halves speak of two things', () => {
    const mixed = [...imports, ...dark].map((text, at) => ({ id: `t0-${at}`, text }));
    const { parted } = place(
      invoices.map((text, at) => ({ id: `q${at}`, text })),
      [{ id: 't0', texts: mixed, divisible: true }],
    );
    expect(parted).toHaveLength(1);
    expect(parted[0]!.ids).toHaveLength(4);
  });
});

describe('texts that are alike', () => {
  const spoken = ['calendar', 'calendar', 'table', 'table', ''];
  const agreed = (groups: number[][], similarity: number, words: number): number[][] =>
    agreeing(
      groups,
      { similarity: { size: 5, values: new Float32Array(25).fill(similarity) }, threshold: 0.4 },
      { of: spoken.map((subject) => new Set(subject ? [subject] : [])), worth: () => 5 },
      words,
      (one) => [`p${one}`],
    );

  it('are one group where they speak of one subject; what speaks of none stays alone', () => {
    expect(agreed([[0, 1, 2, 3, 4]], 0.5, 40)).toEqual([[0, 1], [2, 3], [4]]);
  });

  it('are one group without that where they are plainly alike, or short', () => {
    expect(agreed([[0, 1, 2, 3, 4]], 0.9, 40)).toHaveLength(1);
    expect(agreed([[0, 1, 2, 3, 4]], 0.5, 8)).toHaveLength(1);
  });

  it('come together from two groups by their subject, if they are alike enough', () => {
    expect(agreed([[0], [1, 2], [3, 4]], 0.5, 40)).toEqual([[0, 1], [2, 3], [4]]);
    expect(agreed([[0], [1]], 0.2, 40)).toEqual([[0], [1]]);
  });
});
