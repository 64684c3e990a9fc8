import { describe, expect, it } from 'vitest';
import { useCases } from './cases.js';
import { ago, belief, item, people, quote, said, study, theme } from './material.js';

const { database, get, refresh, store, team } = useCases();

const readout = async (key: string) => (await get('/v1/studies/s1/readout', key)).body.data;

const learningTargets = [
  { targetId: 'sharing', question: 'How do people share spreadsheets?', priority: 'primary' },
  { targetId: 'prices', question: 'What do people think of our prices?', priority: 'secondary' },
];
const turns = (answer: string) => [
  { speaker: 'Ann', text: 'How do you share your spreadsheets and what about prices?' },
  { speaker: 'Bea', text: answer },
];
const onSharing = `When I share a spreadsheet I save a copy, name it with the day, put it into the folder, and
  write to everybody who needs it, because last time two of us changed the same sheet and it was gone.`;
const inPassing = 'We share a spreadsheet.';

/** An interview after ingestion: a transcript with its interviewers, analyzed once. */
async function ingest(teamId: string, sourceItemId: string, answer: string): Promise<void> {
  await database.dataSource.query(
    `update source_items set transcript = $3, interviewers = '{Ann}' where team_id = $1 and source_item_id = $2`,
    [teamId, sourceItemId, JSON.stringify(turns(answer))],
  );
  await database.dataSource.query(
    `insert into analyses (team_id, source_item_id, analyst, transcript_digest, analyzed_at, quotes)
     values ($1, $2, 'built-in', md5($3), now(), 1)
     on conflict (team_id, source_item_id) do update set transcript_digest = excluded.transcript_digest`,
    [teamId, sourceItemId, answer],
  );
}
const items = people(6).map((participantId) => `i-s1-t1-${participantId}-40`);

describe('coverage of ingested interviews', () => {
  it('counts who spoke of a target with substance, and follows a corrected transcript', async () => {
    const { teamId, key } = await team([...belief(6), study('s1', { learningTargets })]);
    for (const [index, id] of items.entries()) {
      await ingest(teamId, id, index < 2 ? onSharing : inPassing);
    }
    await refresh(teamId);
    const target = { totalSourceItems: 6, priority: 'secondary', targetId: 'prices' };
    expect((await readout(key)).summary.coverage).toMatchObject([
      { ...target, substantiveSourceItems: 0 },
    ]);
    await ingest(teamId, items[1] as string, inPassing);
    await refresh(teamId);
    expect((await readout(key)).summary.coverage).toMatchObject([
      { targetId: 'sharing', substantiveSourceItems: 1 },
      { ...target, substantiveSourceItems: 0 },
    ]);
  });

  it('of imported interviews stays as it was imported', async () => {
    const { teamId } = await team([
      ...belief(5),
      study('s1', { learningTargets }),
      item('i-s1-t1-p1-40', 's1', 'p1', 40, { coveredTargetIds: ['prices'] }),
    ]);
    await refresh(teamId);
    const [row] = await database.dataSource.query(
      `select touched from studies where team_id = $1`,
      [teamId],
    );
    expect(row.touched).toEqual({ prices: 1 });
  });
});

describe('the summary of a study whose interviews were ingested', () => {
  it('says what was heard and from how many, and changes with it', async () => {
    const { teamId, key } = await team([
      ...belief(4),
      ...said('t1', 's1', ['p1', 'p2'], 30, { quote: { kind: 'counterEvidence' } }),
    ]);
    expect((await readout(key)).summary).toBeNull();
    await ingest(teamId, 'i-s1-t1-p1-40', onSharing);
    await refresh(teamId);
    const { summary } = await readout(key);
    expect(summary).toMatchObject({
      narrative:
        '4 people spoke in 6 interviews. Said by the most people: “Theme t1” (4 people). They disagree about “Theme t1”.',
      confidence: 'moderate',
      suggestedNextQuestions: [
        'What distinguishes people who say “Theme t1” from those who disagree?',
      ],
      stats: { totalSourceItems: 6, completionRate: 1 },
    });
    await refresh(teamId, new Date(Date.now() + 60_000));
    expect((await readout(key)).summary).toEqual(summary);

    await store(teamId, said('t1', 's1', ['p3'], 20, { item: { status: 'failed' } }));
    await refresh(teamId);
    expect((await readout(key)).summary.narrative).toContain(
      '7 interviews, 6 of which could be read',
    );
  });

  it('names topics after what people said, with praise and complaints', async () => {
    const { teamId, key } = await team([
      ...belief(4),
      theme('topic', 's1'),
      quote('of-a-topic', 'topic', items[0] as string),
    ]);
    await ingest(teamId, items[0] as string, onSharing);
    await refresh(teamId);
    expect((await readout(key)).summary.narrative).toContain(
      'Said by the most people: “Theme t1” (4 people). Also mentioned: “Theme topic” (1 person, with complaints).',
    );
  });

  it('stays a person’s once a person has written it', async () => {
    const theirs = {
      narrative: 'Ours.',
      confidence: 'low',
      suggestedNextQuestions: [],
      lastUpdated: ago(1),
    };
    const { teamId, key } = await team([...belief(4), study('s1', { summary: theirs })]);
    await ingest(teamId, 'i-s1-t1-p1-40', onSharing);
    await refresh(teamId);
    expect((await readout(key)).summary.narrative).toBe('Ours.');

    const mine = await team(belief(4));
    await ingest(mine.teamId, 'i-s1-t1-p1-40', onSharing);
    await refresh(mine.teamId);
    await store(mine.teamId, [study('s1', { summary: theirs })]);
    await store(mine.teamId, said('t1', 's1', ['p1'], 20));
    await refresh(mine.teamId);
    expect((await readout(mine.key)).summary.narrative).toBe('Ours.');
  });
});
