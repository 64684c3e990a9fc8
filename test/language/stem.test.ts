import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../src/language/stem.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

/** Words that reach every rule of the algorithm, from all its steps. */
const sample = `abilities agreed arguing authorization bias bled broccoli caresses cats communism
  conditional conflated controlling cosmos cries decisiveness defensible digitizer dying early
  electrical electricity exceeding falling failing feudalism filing fizzed flies formality
  formative generate generously gently goodness happiness happy hesitancy hissing hoped hopeful
  hopping inning installation irritant knack luxuriating news oscillator outing owed ponies
  predication proceeds questions radically rate relational replacement revival roll sensibilities
  singing skies sky succeed tanned ties transcription triplicate troubled troubling typing ugly
  universal usefulness vietnamization yelling yes youth`.split(/\s+/);

describe('stem', () => {
  it('gives what the Snowball English stemmer of Postgres gives', async () => {
    const rows: { word: string; stem: string }[] = await database.dataSource.query(
      `select word, (ts_lexize('english_stem', word))[1] as stem from unnest($1::text[]) as word`,
      [sample],
    );
    const compared = rows.filter((row) => row.stem !== undefined && row.stem !== null);
    expect(compared.length).toBeGreaterThan(70);
    expect(compared.map(({ word }) => [word, stem(word)])).toEqual(
      compared.map((row) => [row.word, row.stem]),
    );
  });

  it('leaves words of two letters and of other scripts alone', () => {
    expect(['is', 'übung', '価格', ''].map(stem)).toEqual(['is', 'übung', '価格', '']);
  });

  it('takes any string without failing and never makes it longer by more than a letter', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect(stem(word).length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
