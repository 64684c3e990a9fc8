import { afterEach, describe, expect, it } from 'vitest';
import { Recommendation, WorkItemLink } from '../../db/entities/recommendation.js';
import { SlackDraft } from '../../db/entities/slack.js';
import { TrackerPush } from '../../db/entities/work-item.js';
import { changeSettings } from '../../src/core/team-settings.js';
import type { WorkItemDeps } from '../../src/issues/adapter.js';
import { refused } from '../../src/issues/tracker-failure.js';
import { type IssueMade, MADE, type MadeTracker } from '../issues/made-issues.js';
import { lost, MemoryTracker } from '../issues/memory-tracker.js';
import { workJobs } from '../issues/world.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load, recommendationCard, research } from './team.js';

const database = useDatabase();
const CREATE_ISSUE = 'issue.from_message';
const SAID_AT = '1763000000.000200';
const SAID = 'The invoice export stopped twice today. I gave up.';

type View = { blocks: { block_id?: string; [key: string]: unknown }[]; private_metadata: string };

const started: MadeTracker[] = [];
afterEach(async () => {
  for (const { stop } of started.splice(0)) await stop();
});

async function withMemo(lines = [recommendationCard()], base = research()) {
  const memo = new MemoryTracker();
  const bench = await createBench(database, { trackers: [memo] });
  await load(database, bench.teamId, lines, base);
  return { bench, memo };
}

const message = (more: object = {}) => ({ ts: SAID_AT, user: 'U2', text: SAID, ...more });
const lastView = (bench: Bench): View => bench.slack.of('views.update').at(-1)?.view as never;
const ctxOf = (bench: Bench) => database.context(bench.teamId);

async function open(bench: Bench, more: object = {}, overrides: object = {}): Promise<View> {
  await bench.shortcut(CREATE_ISSUE, message(more), overrides as never);
  await bench.settle();
  return lastView(bench);
}

/** The form's current values, with these changes. */
function entered(view: View, changes: Record<string, unknown> = {}) {
  const fields = view.blocks as { block_id: string; element?: Record<string, unknown> }[];
  const values = fields
    .filter(({ element }) => element)
    .map(({ block_id, element = {} }) => {
      const state = {
        value: element.initial_value,
        selected_option: element.initial_option,
        selected_options: element.initial_options,
      };
      return [block_id, { field: { ...state, ...(changes[block_id.split('/')[0]!] as object) } }];
    });
  return { values: Object.fromEntries(values) };
}

async function submit(bench: Bench, view: View, changes: Record<string, unknown> = {}) {
  const answer = await bench.submit({
    callback_id: 'work.issue-form',
    private_metadata: view.private_metadata,
    state: entered(view, changes),
  });
  await bench.settle();
  return answer;
}

const choose = (value: string) => ({ selected_option: { value } });
const shown = (view: View): string => JSON.stringify(view);
/** The words that the user got in the place of the message. */
const told = (bench: Bench): string => JSON.stringify(bench.slack.responses);

async function pick(bench: Bench, view: View, name: string, value: string): Promise<View> {
  const action = { type: 'static_select', action_id: `work.${name}`, ...choose(value) };
  await bench.act(action, {
    channel: undefined,
    message: undefined,
    response_url: undefined,
    view: {
      id: 'V1',
      type: 'modal',
      private_metadata: view.private_metadata,
      state: entered(view, { [name]: choose(value) }),
    },
  });
  await bench.settle();
  return lastView(bench);
}

describe.each(MADE)('“Create issue” on a message, in $name', ({ name, start }) => {
  async function scene(): Promise<{ bench: Bench; real: MadeTracker; made: () => IssueMade[] }> {
    const real = await start();
    started.push(real);
    const bench = await createBench(database, { trackers: [real.tracker] });
    await load(database, bench.teamId, [recommendationCard()]);
    return { bench, real, made: real.made };
  }

  it('opens at once, offers the nearest belief, and makes the issue that was shown', async () => {
    const { bench, made } = await scene();
    const view = await open(bench);
    expect(JSON.stringify(bench.slack.of('views.open')[0]?.view)).toContain(`Looking into ${name}`);
    expect(shown(view)).toContain('"initial_value":"The invoice export stopped twice today"');
    expect(shown(view)).toContain('"initial_option":{"value":"sig1"');
    expect(made()).toEqual([]);

    await submit(bench, view, { labels: { selected_options: [{ value: 'research' }] } });
    expect(made()).toHaveLength(1);
    const [issue] = made() as [IssueMade];
    expect(issue.title).toBe('The invoice export stopped twice today');
    for (const part of [SAID, '— Tom O.', 'SIG-12', 'Exporting invoices takes several tries']) {
      expect(issue.text).toContain(part);
    }
    expect(issue.links).toContain(`https://acme.slack.example/archives/C1/p${SAID_AT}`);
    expect(shown(lastView(bench))).toContain(`Created in ${name}: <`);
    expect(told(bench)).toContain(`Created in ${name}: <`);
    expect(told(bench)).toContain('Linked to SIG-12 through its recommendation');
    const [link] = await ctxOf(bench).db.find(WorkItemLink);
    expect(link).toMatchObject({ recommendationId: 'r1', externalId: issue.key });
    expect(await ctxOf(bench).db.find(SlackDraft)).toEqual([]);
  });

  it('offers the user as assignee whom the tracker knows by e-mail, and nobody if it does not', async () => {
    const { bench, real, made } = await scene();
    expect(shown(await open(bench))).not.toContain(`"initial_option":{"value":"${real.ada}"`);
    bench.slack.always('users.info', {
      user: { id: 'U1', team_id: 'T1', real_name: 'Maya', profile: { email: 'ADA@example.com' } },
    });
    real.publishEmail?.();
    const view = await open(bench);
    expect(shown(view)).toContain(`"initial_option":{"value":"${real.ada}"`);
    await submit(bench, view);
    expect(made()[0]?.assignee).toBe(real.ada);
    const kept = await database.dataSource.query(
      'select count(*)::int as count from slack_drafts where content::text ilike $1',
      ['%ada@example%'],
    );
    expect(kept).toEqual([{ count: 0 }]);
  });

  it('shows hostile words literally, and as many as fit: no mention, link, closing word, HTML or macro', async () => {
    const { bench, real, made } = await scene();
    const hostile = [
      '<!channel> <@U1> cc @octocat fixes #12 closes acme/app#3 ENG-7',
      '<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;b&gt;',
      '[click](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example|see>',
      '{html}<b>{html} {include:page} [~accountid:5b10] /close',
      '# Ignore the above',
      '- [ ] task',
      '```',
      '> quote',
      '\u202eright to left',
    ].join('\n');
    await submit(bench, await open(bench, { text: hostile }), {
      title: { value: 'Hostile' },
      belief: choose('none'),
    });
    const [issue] = made() as [IssueMade];
    for (const trap of [
      '@octocat',
      '@channel',
      '#12',
      'app#3',
      'ENG-7',
      'https://evil',
      '[~accountid:5',
      ...real.traps,
    ]) {
      expect(issue.raw).not.toContain(trap);
    }
    expect(issue.links.filter((link) => link.includes('evil'))).toEqual([]);
    expect(issue.text).toContain('click');

    const long = ['So many words here. '.repeat(2_000), '.'.repeat(40_000)];
    for (const [n, text] of long.entries()) {
      const view = await open(bench, { ts: `176300000${n}.0`, text });
      await submit(bench, view, { title: { value: `Long ${n}` } });
      const last = made().at(-1)!;
      expect(last.title).toBe(`Long ${n}`);
      expect(last.text.length).toBeLessThan(text.length);
      expect(last.text).toContain('The message continues in Slack.');
      expect(last.text).toContain(text.slice(0, 60));
    }
  });

  it('shows its state through the belief’s recommendation, or on a belief without one', async () => {
    const { bench, real, made } = await scene();
    const sweep = () =>
      sweepNow({
        teamId: bench.teamId,
        trackers: new Map([[real.tracker.provider, real.tracker]]),
        autoPush: 'off',
      });
    await submit(bench, await open(bench));
    real.complete();
    await sweep();
    expect(shown(await open(bench))).toContain(`${made()[0]?.key}> (completed)`);

    const decided = { state: 'dismissed', decision: 'dismissed', decidedAt: new Date() } as const;
    await ctxOf(bench).db.update(Recommendation, {}, decided);
    const other = { ts: '1763000007.000100' };
    await submit(bench, await open(bench, other));
    expect(told(bench)).toContain('Linked to SIG-12: the belief’s page shows the issue’s state.');
    expect(await ctxOf(bench).db.find(WorkItemLink)).toHaveLength(1);
    expect(shown(await open(bench, other))).toContain(`${made()[1]?.key}> (open)`);
    real.complete();
    await sweep();
    expect(shown(await open(bench, other))).toContain(`${made()[1]?.key}> (completed)`);
  });
});

/** Runs the sweep of linked issues now. */
async function sweepNow(deps: WorkItemDeps): Promise<void> {
  await database.dataSource.query('update work_item_states set read_at = null where team_id = $1', [
    deps.teamId,
  ]);
  await database.dataSource.query('update tracker_pushes set read_at = null where team_id = $1', [
    deps.teamId,
  ]);
  await database.dataSource.query(
    `insert into jobs (team_id, kind, key, payload) values ($1, 'sweep-work-items', 'sweep-work-items', '{}')`,
    [deps.teamId],
  );
  await workJobs(database, deps);
}

describe('the form of a message', () => {
  it('sent by three people at once makes one issue', async () => {
    const { bench, memo } = await withMemo();
    const view = await open(bench);
    const other = await open(bench);
    await Promise.all([submit(bench, view), submit(bench, view), submit(bench, other)]);
    expect(memo.issues).toHaveLength(1);
    const ends = bench.slack.of('views.update').map((update) => JSON.stringify(update.view));
    expect(ends.filter((end) => end.includes('Created in Memo'))).toHaveLength(1);
    expect(
      ends.filter((end) => /This issue already exists|used already/.test(end)).length,
    ).toBeGreaterThan(1);
  });

  it('shows the issue that exists, and makes another only if that is asked for', async () => {
    const { bench, memo } = await withMemo();
    await submit(bench, await open(bench));
    const view = await open(bench, {}, { user: { id: 'U2', username: 'tom', team_id: 'T1' } });
    expect(shown(view)).toContain(
      '*Already created from this message:* <https://memo.example.com/items/MEMO-1|Memo MEMO-1> (open)',
    );
    expect(shown(view)).toContain('Create another issue, in Memo?');
    expect(shown(view)).not.toContain('may have it already');
    expect(view).toMatchObject({ submit: { text: 'Create another issue' } });
    await Promise.all([submit(bench, view), submit(bench, view)]);
    expect(memo.issues).toHaveLength(2);
    const other = await open(bench, { ts: '1763000009.000100' });
    expect(shown(other)).not.toContain('Made from this message');
  });

  it('whose answers are lost makes one issue, and the user who tries again gets it', async () => {
    const { bench, memo } = await withMemo();
    const view = await open(bench);
    memo.failures.push(lost(), lost());
    await submit(bench, view);
    expect(shown(lastView(bench))).toContain(':warning:');
    await submit(bench, lastView(bench));
    expect(memo.issues).toHaveLength(1);
    expect(shown(lastView(bench))).toContain('Created in Memo');
  });

  it('that the tracker refuses comes back with the reason and what was entered', async () => {
    const { bench, memo } = await withMemo();
    const view = await open(bench);
    memo.failures.push(refused('Memo is closed <today>.'));
    await submit(bench, view, { title: { value: 'Mine' }, belief: choose('none') });
    const again = lastView(bench);
    expect(shown(again)).toContain(':warning: Memo is closed &lt;today&gt;.');
    expect(shown(again)).toContain('"initial_value":"Mine"');
    expect(shown(again)).toContain('"initial_option":{"value":"none"');
    await submit(bench, again);
    expect(memo.issues).toMatchObject([{ title: 'Mine' }]);
    expect(memo.issues[0]?.draft?.markdown).not.toContain('SIG-12');
  });

  it('follows the chosen belief, and offers none for what nobody spoke of', async () => {
    const { bench } = await withMemo();
    const view = await open(bench);
    expect(shown(view)).toContain('Beliefs behind it');
    const none = await pick(bench, view, 'belief', 'none');
    expect(shown(none)).not.toContain('Beliefs behind it');
    expect(shown(none)).toContain('"initial_option":{"value":"none"');
    const other = await open(bench, { text: 'Lunch is at noon, bring your own fork.' });
    expect(shown(other)).not.toContain('"initial_option":{"value":"sig1"');
    expect(shown(other)).not.toContain('Beliefs behind it');
  });

  it('names the speaker as the team’s setting says', async () => {
    const { bench, memo } = await withMemo();
    const shownAs = { short: '— Tom O.', full: '— Tom Okafor', hidden: '— Someone' } as const;
    for (const names of ['short', 'full', 'hidden'] as const) {
      await changeSettings(ctxOf(bench), { names });
      await submit(bench, await open(bench, { ts: `176300000${names.length}.0` }));
      const markdown = memo.issues.at(-1)?.draft?.markdown ?? '';
      expect(markdown).toContain(shownAs[names]);
      expect(markdown.includes('Tom Okafor')).toBe(names === 'full');
    }
    expect(memo.issues).toHaveLength(3);
  });

  it('makes an issue of files, of apps and of the bot itself, in threads and without a link', async () => {
    const { bench, memo } = await withMemo();
    await submit(bench, await open(bench, { text: '', files: [{ name: 'a *bold* name.png' }] }), {
      title: { value: 'A picture' },
    });
    const bot = { user: undefined, bot_id: 'B9', username: 'Support <desk>' };
    await submit(bench, await open(bench, { ts: '1763000002.1', ...bot }));
    await submit(bench, await open(bench, { ts: '1763000003.1', user: 'UBOT', bot_id: 'BBOT' }));
    bench.slack.next('chat.getPermalink', { ok: false, error: 'channel_not_found' });
    const direct = { channel: { id: 'D7', name: 'directmessage' } };
    const inThread = { ts: '1763000004.1', thread_ts: '1763000003.1' };
    const view = await open(bench, inThread, direct);
    expect(shown(view)).toContain('The issue has no link to the message');
    await submit(bench, view);
    const bodies = memo.issues.map(({ draft }) => draft?.markdown ?? '');
    expect(bodies[0]).toContain('The message has no text.');
    expect(bodies[0]).toContain('With 1 file: a \\*bold\\* name');
    expect(bodies[1]).toContain('— Support &lt;.');
    expect(bodies[3]).not.toContain('The message in Slack](');
    expect(told(bench)).toContain('"thread_ts":"1763000003.1"');
    expect(memo.issues).toHaveLength(4);
  });

  it('is not opened for a message that says nothing, without a tracker, or for users who only read', async () => {
    const { bench, memo } = await withMemo();
    bench.slack.next('chat.getPermalink', { ok: false, error: 'channel_not_found' });
    expect(shown(await open(bench, { text: '' }))).toContain('so no issue can be created');
    const without = await createBench(database);
    await without.shortcut(CREATE_ISSUE, message());
    await without.settle();
    expect(told(without)).toContain('No tracker is configured, so no issue can be created.');
    expect(without.slack.of('views.open')).toEqual([]);
    await changeSettings(ctxOf(bench), { whoMayAct: ['U9'] });
    await bench.shortcut(CREATE_ISSUE, message());
    await bench.settle();
    expect(told(bench)).toContain('In this team, only people chosen by an admin may do this');
    expect(memo.issues).toEqual([]);
  });

  it('keeps no words of the message once the issue is made', async () => {
    const { bench } = await withMemo();
    const words = 'Zanzibar is where the export broke.';
    await submit(bench, await open(bench, { text: words }), { title: { value: 'Export' } });
    const [push] = await ctxOf(bench).db.find(TrackerPush);
    expect(push).toMatchObject({ state: 'linked', recommendationId: null });
    const tables = ['slack_drafts', 'tracker_pushes', 'jobs', 'slack_requests', 'work_item_links'];
    for (const table of tables) {
      const rows = await database.dataSource.query(
        `select count(*)::int as count from ${table} t where team_id = $1 and t::text like '%Zanzibar%'`,
        [bench.teamId],
      );
      expect({ table, rows }).toEqual({ table, rows: [{ count: 0 }] });
    }
  });
});
