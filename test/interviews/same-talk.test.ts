import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Participant } from '../../db/entities/study.js';
import type { Context } from '../../src/core/context.js';
import { ingestPath } from '../../src/interviews/ingest-path.js';
import { isSameTalk, sketchOf } from '../../src/interviews/talk-sketch.js';
import { useDatabase } from '../support/database.js';
import { folderOf, put, talkOf } from './talks.js';

const database = useDatabase();
const newTeam = async (): Promise<Context> => database.context(await database.createTeam());

const ingest = async (ctx: Context, path: string) => {
  const { files } = await ingestPath(ctx, { path, study: 'Billing' }, { onFile: () => {} });
  return Object.fromEntries(files.map(({ fileName, outcome }) => [fileName, outcome]));
};

/** The lines of a talk as cues of three seconds each. */
function cues(talk: string, format: 'srt' | 'vtt' | 'bare' | 'md'): string {
  const at = (seconds: number, point: string) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}${point}000`;
  const point = format === 'srt' || format === 'bare' ? ',' : '.';
  const all = talk.split('\n').filter((line) => line.trim());
  const text = all.map((line, index) => {
    const [, name, said] = /^(.*?): (.*)$/.exec(line) ?? [];
    const shown = { srt: line, md: line, vtt: `<v ${name}>${said}</v>`, bare: said }[format];
    return `${index + 1}\n${at(index * 3, point)} --> ${at(index * 3 + 3, point)}\n${shown}\n`;
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${text.join('\n')}`;
}

const TALK = talkOf('Mara Lind', 'Ole Berg');

describe('the same talk', () => {
  it('as .srt, .vtt, .md and .txt is one interview, whatever the files are called', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'a.srt': cues(TALK, 'srt') });
    await ingest(ctx, folder);
    const evidence = await ctx.db.find(Evidence);
    put(folder, 'a.vtt', cues(TALK, 'vtt'));
    put(folder, 'final version.md', cues(TALK, 'md'));
    put(folder, 'notes.txt', TALK.replaceAll('.', '…'));
    for (let time = 0; time < 2; time++) {
      expect(new Set(Object.values(await ingest(ctx, folder)))).toEqual(new Set(['unchanged']));
    }
    expect(await ctx.db.find(SourceItem)).toHaveLength(1);
    expect(await ctx.db.find(Evidence)).toEqual(evidence);
  });

  it('is read again from the file that says who speaks, and not from the other one later', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'talk.srt': cues(TALK, 'bare') });
    await ingest(ctx, folder);
    put(folder, 'talk.vtt', cues(TALK, 'vtt'));
    expect(await ingest(ctx, folder)).toEqual({ 'talk.srt': 'unchanged', 'talk.vtt': 'corrected' });
    expect(await ingest(ctx, folder)).toEqual({ 'talk.srt': 'unchanged', 'talk.vtt': 'unchanged' });
    const people = await ctx.db.find(Participant);
    expect(people.map(({ displayName }) => displayName)).toEqual(['Ole Berg']);
    expect(await ctx.db.find(SourceItem)).toHaveLength(1);
  });

  it('is not that of someone else, though they say the same', async () => {
    const ctx = await newTeam();
    const folder = folderOf({
      'one.vtt': cues(TALK, 'vtt'),
      'two.vtt': cues(talkOf('Mara Lind', 'Iva Holm'), 'vtt'),
      'P3.txt': talkOf('Interviewer', 'Participant', (answer) =>
        answer.split(' ').reverse().join(' '),
      ),
      'P4.txt': talkOf('Interviewer', 'User', (answer) => answer.split(' ').reverse().join(' ')),
    });
    expect(new Set(Object.values(await ingest(ctx, folder)))).toEqual(new Set(['new']));
  });

  it('is known by its words alone: a few changed ones leave it the same, another talk is none', () => {
    const word = fc.constantFrom(
      ...'a b c d e f g h i j k l m n o p q r s t u v w x y z'.split(' '),
    );
    const words = fc.array(word, { minLength: 300, maxLength: 600 });
    const sketch = (said: readonly string[]) =>
      sketchOf([
        {
          kind: 'transcript',
          statedInterviewers: [],
          turns: [{ speaker: '', text: said.join(' ') }],
        },
      ]) as number[];
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(isSameTalk(sketch(one), sketch([...one.slice(0, -2), 'zz', 'zz']))).toBe(true);
        expect(isSameTalk(sketch(one), sketch(other))).toBe(false);
      }),
    );
  });
});
