import { describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { Evidence } from '../../db/entities/evidence.js';
import { Job } from '../../db/entities/job.js';
import { Recommendation, WorkItemLink } from '../../db/entities/recommendation.js';
import { ResearchGap } from '../../db/entities/research-gap.js';
import { Signal } from '../../db/entities/signal.js';
import { Participant, Study } from '../../db/entities/study.js';
import { CARD_CHANGED } from '../../src/core/announce.js';
import type { Context } from '../../src/core/context.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { DAY, ndjson, smallTeam, T0 } from '../support/snapshot.js';

const database = useDatabase();
const newTeam = async (): Promise<Context> => database.context(await database.createTeam());
const load = (ctx: Context, lines: readonly object[]) => importSnapshot(ctx, () => ndjson(lines));

async function exported(ctx: Context): Promise<string[]> {
  let text = '';
  await exportSnapshot(ctx, async (next) => {
    text += next;
  });
  return text.split('\n').slice(0, -1);
}

/** The small team with the fields of one line changed. */
const change = (id: string, values: object): object[] =>
  smallTeam().map((line) => (line[`${line.resource}Id`] === id ? { ...line, ...values } : line));

describe('an import', () => {
  it('stores every line and counts what follows from it', async () => {
    const ctx = await newTeam();
    expect(await load(ctx, smallTeam())).toEqual({
      participant: 3,
      study: 2,
      sourceItem: 3,
      theme: 2,
      evidence: 4,
      signal: 2,
      recommendation: 1,
      researchGap: 1,
      actionCard: 2,
    });

    expect(await ctx.db.findOne(Signal, { signalId: 'sg1' })).toMatchObject({
      refNumber: 2,
      participantCount: 2,
      studyCount: 2,
      quoteCount: 2,
      counterEvidenceCount: 1,
      stage: 'emerging',
      firstSeenAt: new Date(T0 + 2 * DAY),
      lastUpdatedAt: new Date(T0 + 5 * DAY),
    });
    expect(await ctx.db.findOne(Evidence, { evidenceId: 'e1' })).toMatchObject({
      qualifies: true,
      studyId: 'st1',
      participantId: 'p1',
      capturedAt: new Date(T0 + 2 * DAY),
    });
    expect(await ctx.db.findOne(Evidence, { evidenceId: 'e3' })).toMatchObject({
      capturedAt: null,
    });
    expect(await ctx.db.findOne(Evidence, { evidenceId: 'e4' })).toMatchObject({
      qualifies: false,
    });
    expect(await ctx.db.findOne(Study, { studyId: 'st2' })).toMatchObject({
      participantCount: 2,
      themeCount: 1,
      sourceItemCount: 2,
    });
    expect(await ctx.db.findOne(WorkItemLink, { recommendationId: 'r1' })).toMatchObject({
      provider: 'linear',
      normalizedUrl: 'https://linear.app/acme/issue/ENG-7',
      linkedAt: new Date(T0 + 7 * DAY),
    });
    expect(await ctx.db.findOne(Recommendation, { recommendationId: 'r1' })).toMatchObject({
      state: 'open',
      updatedAt: new Date(T0 + 7 * DAY),
    });
  });

  it('takes lines in any order', async () => {
    const [there, backwards] = [await newTeam(), await newTeam()];
    await load(there, smallTeam());
    await load(backwards, smallTeam().reverse());
    // Refs follow the order of the file, so they are given.
    expect((await exported(backwards)).sort()).toEqual((await exported(there)).sort());
  });

  it('done twice changes nothing', async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    const versions = () =>
      database.dataSource.query(
        'select evidence_id as id, xmin from evidence where team_id = $1 union all select signal_id, xmin from signals where team_id = $1 union all select recommendation_id, xmin from recommendations where team_id = $1 union all select action_card_id, xmin from action_cards where team_id = $1 order by id',
        [ctx.db.teamId],
      );
    const before = await versions();
    await load(ctx, smallTeam());
    expect(await versions()).toEqual(before);
  });

  it('asks for each card that looks different now to be redrawn once', async () => {
    const ctx = await newTeam();
    const cards = (summary: (n: number) => string) =>
      Array.from({ length: 1200 }, (_, n) => ({
        resource: 'actionCard',
        actionCardId: `c${n}`,
        type: 'low_balance',
        summary: summary(n),
        priority: 2,
        createdAt: T0,
        refs: {},
      }));
    await load(
      ctx,
      cards(() => 'Few interviews are left.'),
    );
    await load(
      ctx,
      cards((n) => (n % 2 === 0 ? 'None is left.' : 'Few interviews are left.')),
    );
    const asked = await ctx.db.find(Job, { kind: CARD_CHANGED });
    const even = Array.from({ length: 600 }, (_, n) => `c${2 * n}`).sort();
    expect(asked.map(({ key }) => key).sort()).toEqual(even);
    expect(asked[0]?.payload).toEqual({ actionCardId: asked[0]?.key });
  });

  it('replaces what a line names and keeps what people recorded since', async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    const at = new Date(T0 + 9 * DAY);
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { state: 'accepted', decision: 'accepted', decidedAt: at },
    );
    await ctx.db.insert(WorkItemLink, {
      recommendationId: 'r1',
      normalizedUrl: 'https://x.test/1',
      url: 'https://x.test/1',
      provider: 'url',
      linkedAt: at,
      position: 1,
    });
    await ctx.db.update(
      ActionCard,
      { actionCardId: 'c1' },
      { resolvedAt: at, resolution: 'contacted' },
    );
    await ctx.db.update(ActionCard, { actionCardId: 'c2' }, { snoozedUntil: at });
    await ctx.db.update(Participant, { participantId: 'p1' }, { lastContactedAt: at });
    await ctx.db.update(ResearchGap, { researchGapId: 'g1' }, { draftedStudyId: 'st2' });
    await ctx.db.update(
      Signal,
      { signalId: 'sg1' },
      {
        archived: true,
        archiveReason: 'validated',
        archivedAt: at,
        archivedByRecommendationId: 'r1',
      },
    );

    await load(ctx, change('r1', { title: 'Shorten the setup' }));

    expect(await ctx.db.findOne(Recommendation, { recommendationId: 'r1' })).toMatchObject({
      title: 'Shorten the setup',
      state: 'accepted',
      decidedAt: at,
      updatedAt: at,
    });
    expect(await ctx.db.find(WorkItemLink, { recommendationId: 'r1' })).toHaveLength(2);
    expect(await ctx.db.findOne(ActionCard, { actionCardId: 'c1' })).toMatchObject({
      resolution: 'contacted',
    });
    expect(await ctx.db.findOne(ActionCard, { actionCardId: 'c2' })).toMatchObject({
      snoozedUntil: at,
    });
    expect(await ctx.db.findOne(Participant, { participantId: 'p1' })).toMatchObject({
      lastContactedAt: at,
    });
    expect(await ctx.db.findOne(ResearchGap, { researchGapId: 'g1' })).toMatchObject({
      draftedStudyId: 'st2',
    });
    expect(await ctx.db.findOne(Signal, { signalId: 'sg1' })).toMatchObject({
      archived: true,
      archivedByRecommendationId: 'r1',
    });
  });

  it('lets a decision that the line carries replace the recorded one, and its outcome with it', async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    const at = new Date(T0 + 9 * DAY);
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { state: 'shipped', decision: 'accepted', decidedAt: at, outcome: 'shipped', outcomeAt: at },
    );
    await load(
      ctx,
      change('r1', { decision: { value: 'dismissed', at: T0 + 10 * DAY, note: 'No time.' } }),
    );
    expect(await ctx.db.findOne(Recommendation, { recommendationId: 'r1' })).toMatchObject({
      state: 'dismissed',
      decision: 'dismissed',
      decisionNote: 'No time.',
      outcome: null,
      outcomeAt: null,
    });
  });

  it('lets the later of two lines with one id win, at any distance', async () => {
    const ctx = await newTeam();
    await load(ctx, [
      ...smallTeam(),
      { resource: 'participant', participantId: 'p1', displayName: 'Ines Marsh-Oke' },
    ]);
    expect(await ctx.db.findOne(Participant, { participantId: 'p1' })).toMatchObject({
      displayName: 'Ines Marsh-Oke',
      email: null,
    });
  });

  it('may swap the refs of two signals', async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    await load(
      ctx,
      smallTeam().map((line) =>
        line.resource === 'signal'
          ? { ...line, ref: line.signalId === 'sg1' ? 'SIG-1' : 'SIG-2' }
          : line,
      ),
    );
    expect(await ctx.db.findOne(Signal, { signalId: 'sg1' })).toMatchObject({ refNumber: 1 });
    expect(await ctx.db.findOne(Signal, { signalId: 'sg2' })).toMatchObject({ refNumber: 2 });
  });

  it.each([
    [
      'an unknown theme',
      change('e2', { themeId: 'th9' }),
      'line 12: themeId: expected the id of a theme in this file or in the team, got "th9"',
    ],
    [
      'an unknown parent theme',
      change('th1', { parentThemeId: 'th9' }),
      'line 9: parentThemeId: expected the id of a theme in this file or in the team, got "th9"',
    ],
    [
      'a signal on an unknown theme',
      change('sg2', { themes: [{ themeId: 'th9', relationship: 'supports' }] }),
      'line 16: themes.themeId: expected the id of a theme in this file or in the team, got "th9"',
    ],
    [
      'a recommendation on an unknown signal',
      change('r1', { signalIds: ['sg1', 'sg9'] }),
      'line 17: signalIds: expected the id of a signal in this file or in the team, got "sg9"',
    ],
    [
      'a card on an unknown study',
      change('c2', { refs: { studyIds: ['st1', 'st9'] } }),
      'line 20: refs.studyIds: expected the id of a study in this file or in the team, got "st9"',
    ],
    [
      'a card on an unknown recommendation',
      change('c2', { refs: { recommendationId: 'r9' } }),
      'line 20: refs.recommendationId: expected the id of a recommendation in this file or in the team, got "r9"',
    ],
    [
      'a theme that is its own parent',
      change('th1', { parentThemeId: 'th1' }),
      'line 9: parentThemeId: expected another theme than itself, got "th1"',
    ],
    [
      'a parent theme of another study',
      change('th2', { parentThemeId: 'th1' }),
      'line 10: parentThemeId: expected a theme of the same study, got "th1"',
    ],
    [
      'a quote whose theme and interview belong to different studies',
      change('e1', { themeId: 'th2' }),
      'line 11: themeId: expected a theme of the same study as the source item, got "th2"',
    ],
    ['an unknown learning target', change('si1', { coveredTargetIds: ['lt9'] }), 'got "lt9"'],
    [
      'a ref that another signal has',
      change('sg1', { ref: 'SIG-1' }),
      'line 15: ref: expected a ref that no other signal of the team has, got "SIG-1"',
    ],
    [
      '21 work items',
      change('r1', {
        workItemLinks: Array.from({ length: 21 }, (_, n) => ({ url: `https://x.test/${n}` })),
      }),
      'line 17: workItemLinks: expected',
    ],
    [
      'a work item that is no web address',
      change('r1', { workItemLinks: [{ url: 'ftp://x.test' }] }),
      'line 17: workItemLinks.0.url: url must be',
    ],
  ])('with %s is refused, and nothing is stored', async (_, lines, message) => {
    const ctx = await newTeam();
    await expect(load(ctx, lines)).rejects.toThrow(message);
    expect(await exported(ctx)).toEqual([]);
  });

  it.each([
    ['a theme that quotes rest on', change('th1', { studyId: 'st2' })[8] as object, 'studyId'],
    [
      'the targets of a study that an interview has touched',
      change('st1', { learningTargets: [] })[3] as object,
      'coveredTargetIds of what is stored',
    ],
  ])('that would part %s is refused', async (_, line, message) => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    const before = await exported(ctx);
    await expect(load(ctx, [line])).rejects.toThrow(message);
    expect(await exported(ctx)).toEqual(before);
  });

  it("refuses themes that are each other's parents, in one file or together with what is stored", async () => {
    const theme = (themeId: string, parentThemeId?: string) => ({
      resource: 'theme',
      themeId,
      studyId: 'st1',
      label: themeId,
      description: '',
      sentiment: 'neutral',
      ...(parentThemeId && { parentThemeId }),
    });
    const ctx = await newTeam();
    const circle = [theme('a', 'b'), theme('b', 'c'), theme('c', 'a')];
    await expect(load(ctx, [...smallTeam(), ...circle])).rejects.toThrow(
      'parentThemeId: expected a theme that is not below this one, got "a"',
    );
    expect(await exported(ctx)).toEqual([]);

    await load(ctx, [...smallTeam(), theme('a', 'b'), theme('b', 'c'), theme('c')]);
    await expect(load(ctx, [theme('c', 'a')])).rejects.toThrow(
      'expected a theme that is not below',
    );
    await load(ctx, [theme('c', 'th1'), theme('a')]);
  });

  it('takes a belief with more words than Postgres can index', async () => {
    const ctx = await newTeam();
    const words = Array.from({ length: 120_000 }, (_, at) => `w${at.toString(36)}ord`).join(' ');
    const line = { resource: 'signal', signalId: 'long', label: 'Long', themes: [] };
    await load(ctx, [{ ...line, description: words, questions: [words] }]);
    const { description, questions } = (await ctx.db.findOne(Signal, { signalId: 'long' }))!;
    expect([description, questions]).toEqual([words, [words]]);
  });

  it('leaves nothing of a refused or finished file behind', async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    await expect(load(ctx, change('e2', { themeId: 'th9' }))).rejects.toThrow('themeId');
    await expect(load(ctx, [...smallTeam(), {}])).rejects.toThrow('line 21');
    const left = await database.dataSource.query(
      'select import_id from imports where team_id = $1 union all select import_id from import_lines where team_id = $1',
      [ctx.db.teamId],
    );
    expect(left).toEqual([]);
  });

  it('never meets the rows of another team, even with the same ids', async () => {
    const [ours, theirs] = [await newTeam(), await newTeam()];
    await load(ours, smallTeam());
    const before = await exported(ours);
    await expect(load(theirs, [{ ...smallTeam()[5], studyId: 'st1' }])).rejects.toThrow(/studyId/);
    await load(theirs, change('p1', { displayName: 'Somebody else' }));
    expect(await exported(ours)).toEqual(before);
  });
});

describe('an export', () => {
  it('imported into an empty team exports the same again', async () => {
    const [from, to] = [await newTeam(), await newTeam()];
    await load(from, change('c1', { resolvedAt: T0 + DAY, resolution: 'contacted' }));
    const lines = await exported(from);
    await importSnapshot(to, () => lines);
    expect(await exported(to)).toEqual(lines);
    expect(lines).toHaveLength(20);
  });

  it("leaves out what is not set, and tells a quote without a time from one that has its interview's", async () => {
    const ctx = await newTeam();
    await load(ctx, smallTeam());
    const lines = (await exported(ctx)).map((line) => JSON.parse(line) as Record<string, unknown>);
    const quote = (id: string) => lines.find((line) => line.evidenceId === id);
    expect(quote('e1')).not.toHaveProperty('capturedAt');
    expect(quote('e1')).not.toHaveProperty('note');
    expect(quote('e3')).toHaveProperty('capturedAt', null);
    expect(lines.find((line) => line.participantId === 'p2')).not.toHaveProperty('email');
  });
});
