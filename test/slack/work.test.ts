import { describe, expect, it } from 'vitest';
import { Theme } from '../../db/entities/evidence.js';
import { Recommendation, WorkItemLink } from '../../db/entities/recommendation.js';
import { decide, reopen } from '../../src/beliefs/recommendations/decide.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { changeSettings } from '../../src/core/team-settings.js';
import type { WorkItemDeps } from '../../src/issues/adapter.js';
import { linkIssue } from '../../src/issues/link-issue.js';
import { followWorkItem } from '../../src/issues/read-work-item.js';
import { refused } from '../../src/issues/tracker-failure.js';
import { updateStatus } from '../../src/issues/update-status.js';
import { lost, MemoryTracker } from '../issues/memory-tracker.js';
import { workJobs } from '../issues/world.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load, recommendationCard } from './team.js';

const database = useDatabase();

interface Scene {
  bench: Bench;
  memo: MemoryTracker;
  settle(): Promise<void>;
}

async function scene(
  more: MemoryTracker[] = [],
  {
    autoPush = 'off' as string,
    title = '',
    agents = undefined as { id: string; name: string }[] | undefined,
  } = {},
): Promise<Scene> {
  const memo = new MemoryTracker('memo', 'Memo', agents);
  const trackers = [memo, ...more];
  const bench = await createBench(database, { trackers });
  await load(database, bench.teamId, [recommendationCard()]);
  if (title) {
    await database.dataSource.query('update recommendations set title = $2 where team_id = $1', [
      bench.teamId,
      title,
    ]);
  }
  await bench.settle();
  const deps: WorkItemDeps = {
    teamId: bench.teamId,
    trackers: new Map(trackers.map((tracker) => [tracker.provider, tracker])),
    autoPush: autoPush as 'off',
  };
  return {
    bench,
    memo,
    async settle() {
      await bench.settle();
      await workJobs(database, deps);
      await bench.settle();
    },
  };
}

type View = { blocks: { block_id?: string; [key: string]: unknown }[]; private_metadata: string };
const lastView = ({ bench }: Scene): View => bench.slack.of('views.update').at(-1)?.view as never;
const card = ({ bench }: Scene): string =>
  JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks);

async function openForm(the: Scene): Promise<View> {
  await the.bench.act({ action_id: 'recommendation.create-issue', value: 'rc1' });
  await the.bench.settle();
  return lastView(the);
}

/** The form's current values, with these changes. */
function entered(view: View, changes: Record<string, unknown> = {}) {
  const values: Record<string, Record<string, unknown>> = {};
  for (const { block_id, element } of view.blocks as {
    block_id: string;
    element?: Record<string, unknown>;
  }[]) {
    if (!element) continue;
    const name = block_id.split('/')[0] as string;
    const state = {
      value: element.initial_value,
      selected_option: element.initial_option,
      selected_options: element.initial_options,
    };
    values[block_id] = { field: { ...state, ...(changes[name] as object) } };
  }
  return { values };
}

const submit = async (the: Scene, view: View, changes: Record<string, unknown> = {}) => {
  const answer = await the.bench.submit({
    callback_id: 'work.issue-form',
    private_metadata: view.private_metadata,
    state: entered(view, changes),
  });
  await the.settle();
  return answer;
};

describe('the form for a new issue', () => {
  it('opens at once, and is filled in with what the team and the packet say', async () => {
    const the = await scene();
    await changeSettings(database.context(the.bench.teamId), {
      trackerDefaults: { labels: ['research'], assignee: 'Ada' },
    });
    const shown = JSON.stringify(await openForm(the));
    expect(JSON.stringify(the.bench.slack.of('views.open')[0]?.view)).toContain(
      'Looking into Memo',
    );
    expect(shown).toContain('"initial_value":"Make the export resume by itself"');
    expect(shown).toContain('"initial_options":[{"value":"research"');
    expect(shown).toContain('"initial_option":{"value":"ada@shelf-1"');
    expect(shown).toContain('"initial_option":{"value":"high"');
    expect(shown).not.toContain('## Problem');
    expect(shown).toContain('{"type":"text","text":"Problem","style":{"bold":true}}');
    expect(shown).not.toContain('rich_text_preformatted');
    expect(shown).not.toContain('"work.tracker"');
  });

  it('makes the issue as it was edited, and the card shows it', async () => {
    const the = await scene();
    const view = await openForm(the);
    const answer = await submit(the, view, {
      title: { value: 'Resume exports' },
      labels: { selected_options: [{ value: 'research' }] },
      priority: { selected_option: { value: 'low' } },
    });
    expect(await answer.json()).toMatchObject({ response_action: 'update' });
    expect(the.memo.issues).toMatchObject([
      {
        title: 'Resume exports',
        draft: { labels: ['research'], priority: 'low', place: 'shelf-1' },
      },
    ]);
    expect(JSON.stringify(lastView(the))).toContain(
      'Created in Memo: <https://memo.example.com/items/MEMO-1|MEMO-1>',
    );
    expect(card(the)).toContain('|MEMO-1>');
  });

  it('says what the tracker left out, in as many words as Slack takes', async () => {
    const the = await scene();
    the.memo.leavesOut = Array.from({ length: 60 }, (_, n) => `label ${n} ${'x'.repeat(70)}`);
    await submit(the, await openForm(the));
    expect(JSON.stringify(lastView(the))).toContain('Left out: label 0 xxx');
  });

  it('sent by three people at once makes one issue', async () => {
    const the = await scene();
    const view = await openForm(the);
    await Promise.all([submit(the, view), submit(the, view), submit(the, view)]);
    expect(the.memo.issues).toHaveLength(1);
    const ends = the.bench.slack.of('views.update').map(({ view }) => JSON.stringify(view));
    expect(ends.filter((end) => end.includes('Created in Memo'))).toHaveLength(1);
    expect(ends.filter((end) => end.includes('This issue already exists'))).toHaveLength(2);
  });

  it.each([
    ['short', '— Ana P.'],
    ['full', '— Ana Petrova'],
    ['hidden', '— A participant'],
  ] as const)(
    'with names set to %s shows “%s” in the form and in the issue',
    async (names, shown) => {
      const the = await scene();
      const ctx = database.context(the.bench.teamId);
      await ctx.db.update(
        Recommendation,
        {},
        {
          body: 'Ask Ana Petrova first.',
          actionItems: [
            { action: 'Write to Ana Petrova', priority: 'high', supportingEvidence: 'Ana Petrova' },
          ],
        },
      );
      await changeSettings(ctx, { names });
      const view = await openForm(the);
      await submit(the, view);
      for (const text of [JSON.stringify(view), the.memo.issues[0]?.draft?.markdown ?? '']) {
        expect(text).toContain(shown);
        expect(text.includes('Ana Petrova')).toBe(names === 'full');
      }
    },
  );

  it('shows the body as the tracker will: headings, quotes and tasks instead of marks', async () => {
    const the = await scene();
    const view = await openForm(the);
    const body = view.blocks.find(({ type }) => type === 'rich_text') as unknown as {
      elements: { type: string; elements: { text?: string }[] }[];
    };
    const quote = body.elements.find(({ type }) => type === 'rich_text_quote');
    expect(quote?.elements.map(({ text }) => text).join('')).toContain('Ana P.');
    const shown = JSON.stringify(body);
    expect(shown).toContain('☐ ');
    expect(shown).not.toMatch(/\*\*|"text":"(##|>|- \[)|\u200b|&gt;/);
  });

  it('makes an issue whose checks a person can read', async () => {
    const the = await scene();
    await submit(the, await openForm(the));
    const markdown = the.memo.issues[0]?.draft?.markdown;
    expect(markdown).toMatch(
      /- \[ \] `SIG-\d+` \*\*.+\*\*: participants no longer bring up this problem \(\d+ supporting quotes? so far\)/,
    );
    expect(markdown).not.toMatch(/GET \/v1|==|data\.belief/);
  });

  it('makes an issue that says who has the problem, and what to do about it only under what to change', async () => {
    const the = await scene();
    await submit(the, await openForm(the));
    const [, problem = '', change = ''] = (
      the.memo.issues[0]?.draft?.markdown.split(/^## /m) ?? []
    ).map((part) => part.replaceAll('\u200b', ''));
    expect(problem).toMatch(/^Problem\n\n- \*\*.+\*\* \(`SIG-\d+`\): \d people in 2 studies\s*$/);
    const { body } = (await database
      .context(the.bench.teamId)
      .db.findOne(Recommendation, { recommendationId: 'r1' }))!;
    expect(change).toMatch(/^What to change/);
    expect(change).toContain(body);
  });

  it('makes an issue that expects nothing to go quiet if its belief is not a problem', async () => {
    const the = await scene();
    await database
      .context(the.bench.teamId)
      .db.update(Theme, { themeId: 't1' }, { sentiment: 'mixed' });
    await database
      .context(the.bench.teamId)
      .db.update(Theme, { themeId: 't2' }, { sentiment: 'positive' });
    await submit(the, await openForm(the));
    expect(the.memo.issues[0]?.draft?.markdown).not.toContain('no longer bring up');
  });

  it('shows what is linked in any tracker, and asks before it makes another', async () => {
    const the = await scene();
    expect(JSON.stringify(await openForm(the))).not.toContain('Already linked');
    const url = 'https://linear.app/acme/issue/ENG-12';
    // as the API links it: no id, no title
    await linkWorkItem(database.context(the.bench.teamId), 'r1', {
      url: `${url}/make-it-so`,
    });
    const view = await openForm(the);
    expect(JSON.stringify(view)).toContain(
      `*Already linked:* <${url}/make-it-so|Linear ENG-12>\\nCreate another issue, in Memo?`,
    );
    expect(view).toMatchObject({ submit: { text: 'Create another issue' } });
    await submit(the, view);
    expect(the.memo.issues).toHaveLength(1);
  });

  it('that the tracker refuses comes back with the reason and what was entered', async () => {
    const the = await scene();
    const view = await openForm(the);
    the.memo.failures.push(refused('Memo is closed <today>.'));
    await submit(the, view, { title: { value: 'Resume exports' } });
    const again = lastView(the);
    expect(JSON.stringify(again)).toContain(':warning: Memo is closed &lt;today&gt;.');
    expect(JSON.stringify(again)).toContain('"initial_value":"Resume exports"');
    await submit(the, again);
    expect(the.memo.issues).toMatchObject([{ title: 'Resume exports' }]);
  });

  it('without a title stays open and says so', async () => {
    const the = await scene();
    const view = await openForm(the);
    const answer = await submit(the, view, { title: { value: '  ' } });
    expect(await answer.json()).toEqual({
      response_action: 'errors',
      errors: { title: 'Give the issue a title.' },
    });
    expect(the.memo.issues).toEqual([]);
  });

  it('offers what is there already, and links it instead', async () => {
    const the = await scene();
    the.memo.add({ title: 'Make the export resume by itself', state: 'started' });
    const view = await openForm(the);
    expect(JSON.stringify(view)).toContain('in progress · has a similar title');
    const offer = view.blocks.find((block) => 'accessory' in block) as never as {
      accessory: { action_id: string; value: string };
    };
    await the.bench.act(
      { ...offer.accessory },
      {
        view: {
          id: 'V1',
          type: 'modal',
          private_metadata: view.private_metadata,
          state: { values: {} },
        },
        channel: undefined,
        message: undefined,
      },
    );
    await the.settle();
    expect(JSON.stringify(lastView(the))).toContain(
      'Linked: <https://memo.example.com/items/MEMO-1|MEMO-1>',
    );
    expect(the.memo.issues).toHaveLength(1);
    expect(card(the)).toContain('MEMO-1> (in progress)');
  });

  it('for another place or tracker offers what can be chosen there, and keeps the title', async () => {
    const the = await scene([new MemoryTracker('other', 'Other')]);
    const view = await openForm(the);
    const choose = async (shown: View, action: string, name: string, value: string) => {
      await the.bench.act(
        { action_id: action, selected_option: { value } },
        {
          view: {
            id: 'V1',
            type: 'modal',
            private_metadata: shown.private_metadata,
            state: entered(shown, {
              title: { value: 'Mine' },
              [name]: { selected_option: { value } },
            }),
          },
          channel: undefined,
          message: undefined,
        },
      );
      await the.bench.settle();
      return lastView(the);
    };
    const second = await choose(view, 'work.place', 'place', 'shelf-2');
    expect(JSON.stringify(second)).toContain('ada@shelf-2');
    expect(JSON.stringify(second)).toContain('"initial_value":"Mine"');
    const other = await choose(second, 'work.tracker', 'tracker', 'other');
    expect(JSON.stringify(other)).toContain('New Other issue');
    expect(JSON.stringify(other)).toContain('"initial_value":"Mine"');
  });

  it('holds hostile words without a mention, a link or a break', async () => {
    const the = await scene([], { title: `<!channel> <@U1> *x* ${'\n'}|> ${'y'.repeat(400)}` });
    the.memo.add({ title: `<!channel> <@U1> *x* |> ${'y'.repeat(400)}` });
    await openForm(the);
    await the.bench.settle();
    const markup = JSON.stringify(
      lastView(the).blocks.filter(({ type }) => type === 'section' || type === 'context'),
    );
    expect(markup).not.toContain('<!channel>');
    expect(markup).not.toContain('<@U1>');
  });
});

describe('linking by address', () => {
  const link = async (the: Scene, url: string) => {
    await the.bench.act({
      type: 'static_select',
      action_id: 'card.more',
      block_id: 'moves/0/rc1',
      selected_option: { value: 'recommendation.link-issue' },
    });
    await the.bench.settle();
    const view = the.bench.slack.of('views.open').at(-1)?.view as never as View;
    expect(JSON.stringify(view)).toContain('Make the export resume by itself');
    expect(JSON.stringify(view)).toContain('Link an issue');
    const answer = await the.bench.submit({
      callback_id: 'work.link-form',
      private_metadata: view.private_metadata,
      state: { values: { url: { url: { value: url } } } },
    });
    await the.settle();
    return answer;
  };

  it('fetches title, key and state', async () => {
    const the = await scene();
    the.memo.add({ title: 'Exports stop', state: 'started', changedBy: 'Grace' });
    await link(the, 'https://memo.example.com/items/MEMO-1');
    expect(card(the)).toContain('MEMO-1> (in progress by Grace)');
  });

  it('of an issue that the tracker does not show leaves the form with the reason', async () => {
    const the = await scene();
    await link(the, 'https://memo.example.com/items/MEMO-9');
    const shown = JSON.stringify(lastView(the));
    expect(shown).toContain('Memo does not show us the issue MEMO-9');
    expect(shown).toContain('"initial_value":"https://memo.example.com/items/MEMO-9"');
  });

  it('takes any other address, and refuses what is none', async () => {
    const the = await scene();
    const answer = await link(the, 'not an address');
    expect(await answer.json()).toMatchObject({ response_action: 'errors' });
    await link(the, 'https://wiki.example.com/plan');
    expect(card(the)).toContain('<https://wiki.example.com/plan|');
  });
});

describe('an accepted recommendation', () => {
  const accept = async (the: Scene) => {
    await the.bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await the.settle();
  };
  const thread = ({ bench }: Scene): string =>
    JSON.stringify(bench.slack.of('chat.postMessage').filter(({ thread_ts }) => thread_ts));

  it('gets its issue by itself where the team wants that, told in the thread', async () => {
    const the = await scene([], { autoPush: 'memo' });
    await accept(the);
    expect(the.memo.issues).toMatchObject([{ draft: { priority: 'high' } }]);
    expect(thread(the)).toContain('MEMO-1> created');
  });

  it('gets none where the team has switched that off, whatever the environment says', async () => {
    const the = await scene([], { autoPush: 'memo' });
    await changeSettings(database.context(the.bench.teamId), { autoPush: 'off' });
    await accept(the);
    expect(the.memo.issues).toEqual([]);
  });

  it('of a team that chose a tracker which is not there is told so', async () => {
    const the = await scene();
    await changeSettings(database.context(the.bench.teamId), { autoPush: 'linear' });
    await accept(the);
    expect(thread(the)).toContain('linear is not configured for this team.');
  });

  it('is told what the tracker left out', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.leavesOut = ['label research'];
    await accept(the);
    expect(thread(the)).toContain('left out: label research');
  });

  it('whose answers are lost gets one issue all the same', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.failures.push(lost(), lost(), lost());
    await accept(the);
    expect(the.memo.issues).toHaveLength(1);
  });

  it('whose issue is refused says so in the thread, with a button that tries again', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.failures.push(refused('Memo is closed today.'));
    await accept(the);
    expect(thread(the)).toContain('The Memo issue could not be created');
    expect(thread(the)).toContain('Memo is closed today.');
    expect(thread(the)).toContain('"action_id":"work.retry:memo"');
    await the.bench.act({ action_id: 'work.retry:memo', value: 'r1' });
    await the.settle();
    expect(the.memo.issues).toHaveLength(1);
    expect(thread(the)).toContain('MEMO-1> created');
    // once it worked there is nothing to try again
    expect(JSON.stringify([...the.bench.slack.messages.values()])).not.toContain('work.retry');
  });

  it('says why in our own words as they are written, and in nobody else’s markup', async () => {
    const the = await scene([], { autoPush: 'memo' });
    const why = 'Memo waits until 12:40:05 UTC: check the GITHUB_APP_ settings of';
    the.memo.failures.push(refused(`${why} *loud* :fire: <!here>`));
    await accept(the);
    expect(thread(the)).toContain(why);
    expect(thread(the)).not.toMatch(/\*loud\*|:fire:|<!here>/);
  });

  it('that is refused again has one button, below the newest try', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.failures.push(refused('Memo is closed today.'), refused('Memo is closed tomorrow.'));
    await accept(the);
    await the.bench.act({ action_id: 'work.retry:memo', value: 'r1' });
    await the.settle();
    const shown = JSON.stringify([...the.bench.slack.messages.values()]);
    expect(shown.match(/work\.retry/g)).toHaveLength(1);
    expect(shown).toContain('Memo is closed tomorrow.');
  });

  it('is tried again only where that still makes sense; else the person hears what became of it', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.failures.push(refused('Memo is closed today.'));
    await accept(the);
    const again = async (): Promise<string> => {
      await the.bench.act({ action_id: 'work.retry:memo', value: 'r1' });
      await the.settle();
      return String(the.bench.slack.responses.at(-1)?.text);
    };
    const ctx = database.context(the.bench.teamId, {
      actor: { type: 'slack_user', id: 'U2', name: 'Tom Okafor' },
    });
    await reopen(ctx, 'r1', {});
    expect(await again()).toMatch(/is now open,.* Recommendation reopened by <@U2>/);
    await decide(ctx, 'r1', { decision: 'dismissed', note: 'Too late' });
    expect(await again()).toMatch(/is now dismissed,.* by <@U2> .*: Too late/);
    expect(the.memo.issues).toEqual([]);
    await reopen(ctx, 'r1', {});
    await decide(ctx, 'r1', { decision: 'accepted' });
    await the.settle();
    expect(the.memo.issues).toHaveLength(1);
    expect(await again()).toContain('This issue already exists in Memo:');
    expect(the.memo.issues).toHaveLength(1);
  });

  it('whose tracker stays silent ends visibly, too', async () => {
    const the = await scene([], { autoPush: 'memo' });
    the.memo.failures.push(...Array.from({ length: 40 }, lost));
    await accept(the);
    expect(the.memo.issues).toEqual([]);
    expect(thread(the)).toContain('The Memo issue could not be created');
    expect(thread(the).match(/work\.retry/g)).toHaveLength(1);
  });
});

describe('an issue that was closed as not planned', () => {
  it('makes "Mark as stale" the first button', async () => {
    const the = await scene([], { autoPush: 'memo' });
    await the.bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await the.settle();
    const [issue] = the.memo.issues;
    the.memo.move(issue!, 'canceled', 'Grace');
    const link = { recommendationId: 'r1', normalizedUrl: issue!.url };
    await updateStatus(database.context(the.bench.teamId), the.memo, link, issue, 'read');
    await the.settle();
    expect(card(the)).toMatch(
      /"action_id":"recommendation.outcome:stale"[^{}]*\{[^{}]*\}[^{}]*"style":"primary"/,
    );
    expect(card(the).match(/"style":"primary"/g)).toHaveLength(1);
  });
});

describe('a completed issue', () => {
  async function completed(): Promise<Scene> {
    const the = await scene([], { autoPush: 'memo' });
    await the.bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await the.settle();
    const [issue] = the.memo.issues;
    the.memo.move(issue!, 'completed', 'Grace <!here>');
    const link = { recommendationId: 'r1', normalizedUrl: issue!.url };
    await updateStatus(database.context(the.bench.teamId), the.memo, link, issue, 'read');
    await the.settle();
    return the;
  }
  const question = ({ bench }: Scene) =>
    bench.slack
      .of('chat.postMessage')
      .find(({ blocks }) => JSON.stringify(blocks).includes('work.shipped'));
  const buttonOf = (the: Scene, action: string) => {
    const text = JSON.stringify(question(the)?.blocks);
    return { action_id: action, value: /"value":"([^"]+)"/.exec(text)?.[1] };
  };

  it('asks the channel once, with the person and the link; nothing ships by itself', async () => {
    const the = await completed();
    const shown = JSON.stringify(question(the));
    expect(shown).toContain(
      '<https://memo.example.com/items/MEMO-1|Memo MEMO-1> was completed by Grace &lt;!here&gt;',
    );
    expect(question(the)?.thread_ts).toBeUndefined();
    expect(card(the)).toContain('recommendation.outcome:shipped');
    const [row] = await database.dataSource.query(
      'select state from recommendations where team_id = $1',
      [the.bench.teamId],
    );
    expect(row.state).toBe('accepted');
  });

  it('is shipped by one click; the second person hears who was first', async () => {
    const the = await completed();
    const press = (user: string) =>
      the.bench.act(buttonOf(the, 'work.shipped'), { user: { id: user, team_id: 'T1' } });
    await press('U1');
    await the.settle();
    await press('U2');
    await the.settle();
    expect(JSON.stringify(the.bench.slack.responses.at(-1))).toContain(
      'already been marked as shipped by Maya Lindqvist',
    );
    const redrawn = JSON.stringify(
      the.bench.slack
        .of('chat.update')
        .filter(({ blocks }) => JSON.stringify(blocks).includes('Shipped? '))
        .at(-1),
    );
    expect(redrawn).toContain('Marked as shipped by Maya Lindqvist');
    expect(redrawn).not.toContain('work.not-yet');
    const outcomes = await database.dataSource.query(
      `select 1 from history where team_id = $1 and action = 'record_outcome'`,
      [the.bench.teamId],
    );
    expect(outcomes).toHaveLength(1);
  });

  it('says how much else is not finished, for as long as that is so', async () => {
    const the = await completed();
    const ctx = database.context(the.bench.teamId);
    const other = the.memo.add({ title: 'The other half' });
    const last = () =>
      JSON.stringify(
        the.bench.slack
          .of('chat.update')
          .filter(({ blocks }) => JSON.stringify(blocks).includes('Shipped? '))
          .at(-1),
      );
    await linkIssue(ctx, new Map([['memo', the.memo]]), 'r1', other.url);
    await the.settle();
    expect(last()).toContain('1 other issue not finished');
    the.memo.move(other, 'completed', 'Ada');
    const link = { recommendationId: 'r1', normalizedUrl: other.url };
    await updateStatus(ctx, the.memo, link, other, 'read');
    await the.settle();
    expect(last()).toContain('MEMO-1> was completed by Grace');
    expect(last()).not.toContain('not finished');
  });

  it('answered with "not yet" stays as it is', async () => {
    const the = await completed();
    await the.bench.act(buttonOf(the, 'work.not-yet'));
    await the.settle();
    const [row] = await database.dataSource.query(
      'select state from recommendations where team_id = $1',
      [the.bench.teamId],
    );
    expect(row.state).toBe('accepted');
  });
});

describe('a coding agent', () => {
  const agents = [{ id: 'coder', name: 'Coder' }];
  const chosen = { agent: { selected_option: { value: 'coder' } } };
  /** Minutes pass, and the agents are looked after. */
  const look = async (the: Scene, minutes: number) => {
    for (const change of [
      'handovers set handed_at = handed_at - $2::interval',
      'jobs set run_at = run_at - $2::interval',
    ]) {
      await database.dataSource.query(`update ${change} where team_id = $1`, [
        the.bench.teamId,
        `${minutes} minutes`,
      ]);
    }
    await the.settle();
  };
  const chooseInMenu = async (the: Scene, value: string) => {
    await the.bench.act({
      type: 'static_select',
      action_id: 'card.more',
      block_id: 'moves/1/rc1',
      selected_option: { value },
    });
    await the.bench.settle();
  };
  const buttonAgain = (the: Scene): { action_id: string; value: string } => {
    const blocks = the.bench.slack.of('chat.update').at(-1)?.blocks as {
      accessory?: { action_id: string; value: string };
    }[];
    return blocks.find(({ accessory }) => accessory?.action_id === 'work.hand-over-again')!
      .accessory!;
  };

  it('gets an issue only if somebody chose it in the form, and the card follows it to the merge', async () => {
    const the = await scene([], { agents });
    const view = await openForm(the);
    const field = view.blocks.find(({ block_id }) => block_id?.startsWith('agent/'));
    expect(field).toMatchObject({ optional: true, element: { type: 'static_select' } });
    expect(JSON.stringify(field)).not.toContain('initial_option');
    await submit(the, view, chosen);
    expect(JSON.stringify(lastView(the))).toContain('The card shows how the handover goes.');
    expect(the.memo.issues).toMatchObject([{ agent: { id: 'coder' } }]);
    expect(card(the)).toContain('Coder got MEMO-1 and has not started yet.');

    the.memo.openPull(the.memo.issues[0]!, 'draft');
    await look(the, 1);
    expect(card(the)).toMatch(/Coder is working on MEMO-1: <[^|]*\|pull request 1> \(draft\)/);

    the.memo.openPull(the.memo.issues[0]!, 'merged');
    const ctx = database.context(the.bench.teamId);
    const { normalizedUrl } = (await ctx.db.findOne(WorkItemLink, {}))!;
    await followWorkItem(ctx, { recommendationId: 'r1', normalizedUrl });
    await the.settle();
    expect(card(the)).toMatch(/Coder worked on MEMO-1: <[^|]*\|pull request 1> \(merged\)/);
    const asked = JSON.stringify(the.bench.slack.of('chat.postMessage').at(-1));
    expect(asked).toContain('Shipped?');
    expect(asked).toContain('for <https://memo.example.com/items/MEMO-1|Memo MEMO-1> was merged');
  });

  it('that does not begin within ten minutes gets the issue again at the press of a button', async () => {
    const the = await scene([], { agents });
    await submit(the, await openForm(the), chosen);
    await look(the, 11);
    expect(card(the)).toContain('Coder got MEMO-1 and has not started within ten minutes.');
    const again = buttonAgain(the);
    await Promise.all([the.bench.act(again), the.bench.act(again)]);
    await the.settle();
    expect(card(the)).toContain('Coder got MEMO-1 and has not started yet.');
    const [row] = await database.dataSource.query(
      'select round from handovers where team_id = $1',
      [the.bench.teamId],
    );
    expect(row.round).toBe(2);
    expect(JSON.stringify(the.bench.slack.responses)).toContain(
      'This has already been requested again',
    );
  });

  it('can get the issue later, from the card’s menu, once', async () => {
    const the = await scene([], { agents });
    await submit(the, await openForm(the));
    expect(the.memo.issues[0]?.agent).toBeUndefined();
    expect(card(the)).toContain('recommendation.hand-over');
    await chooseInMenu(the, 'recommendation.hand-over');
    const form = lastView(the);
    expect(JSON.stringify(form)).toContain('|Memo MEMO-1>: the agent reads it as it is now.');
    const send = () =>
      the.bench.submit({
        callback_id: 'work.hand-over-form',
        private_metadata: form.private_metadata,
        state: entered(form, chosen),
      });
    await Promise.all([send(), send()]);
    await the.settle();
    expect(the.memo.issues[0]?.agent?.id).toBe('coder');
    expect(card(the)).toContain('Coder got MEMO-1');
    expect(card(the)).not.toContain('recommendation.hand-over');
    await chooseInMenu(the, 'recommendation.hand-over');
    expect(String(the.bench.slack.responses.at(-1)?.text)).toContain('already been handed over');
  });

  it('gets what accepting creates where the team set that, and an unknown one is told on the card', async () => {
    const the = await scene([], { autoPush: 'memo', agents });
    const ctx = database.context(the.bench.teamId);
    await changeSettings(ctx, { handOverTo: 'Codre' });
    await the.bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await the.settle();
    expect(card(the)).toContain('could not be handed to Codre: Memo does not offer a coding agent');
    await changeSettings(ctx, { handOverTo: 'coder' });
    await the.bench.act(buttonAgain(the));
    await the.settle();
    expect(the.memo.issues).toHaveLength(1);
  });

  it('that a tracker cannot give is named with the reason, and none where it knows no agents', async () => {
    const the = await scene([], { agents: [] });
    const view = JSON.stringify(await openForm(the));
    expect(view).toContain('There is no coding agent here.');
    expect(JSON.stringify(await openForm(await scene()))).not.toContain('coding agent');
  });
});
