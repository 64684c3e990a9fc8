import { describe, expect, it } from 'vitest';
import { Theme } from '../../db/entities/evidence.js';
import { Signal } from '../../db/entities/signal.js';
import { createModels } from '../../integrations/models/index.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import type { LlmSettings } from '../../src/config/integration-settings.js';
import { germanTalks, readTalks, talks } from '../analysis/interviews.js';
import { MemoryTracker } from '../issues/memory-tracker.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load, NOW, recommendationCard } from './team.js';

const database = useDatabase();

const opened = (bench: Bench, metadata?: string) =>
  bench.event({
    type: 'app_home_opened',
    tab: 'home',
    ...(metadata ? { view: { private_metadata: metadata } } : {}),
  });
const shown = (bench: Bench): string =>
  JSON.stringify(bench.slack.of('views.publish').at(-1)?.view);
const inHome = (bench: Bench) => ({
  channel: undefined,
  message: undefined,
  response_url: undefined,
  view: {
    id: 'VH',
    type: 'home',
    private_metadata: bench.slack.of('views.publish').at(-1)?.view?.private_metadata,
  },
});

describe('App Home', () => {
  it('shows the ranked inbox, what is snoozed until when, and the health', async () => {
    const bench = await createBench(database, { settings: { channelId: undefined } });
    await load(database, bench.teamId, [
      recommendationCard(),
      card({ summary: 'Comes after it' }),
      card({ actionCardId: 'c2', summary: 'Asleep', snoozedUntil: NOW + 86_400_000 }),
    ]);
    await opened(bench);
    await bench.settle();
    const home = shown(bench);
    expect(bench.slack.of('views.publish')[0]?.user_id).toBe('U1');
    expect(home).toContain('Inbox: 2 cards waiting');
    expect(home.indexOf('Make the export resume')).toBeLessThan(home.indexOf('Comes after it'));
    expect(home).toContain('recommendation.accept');
    expect(home).toMatch(/:zzz: until .* · Asleep/);
    expect(home).toContain('SLACK_CHANNEL is not set');
    expect(home).toContain('Issue tracker: not configured');
    expect(home).toContain('Model: none; answers are built-in');
    expect(bench.slack.of('chat.postMessage')).toEqual([]);
  });

  it('says that interviews gave themes and no belief, and the two ways on', async () => {
    const bench = await createBench(database);
    const ctx = database.context(bench.teamId);
    await readTalks(ctx, talks.slice(0, 1));
    await synthesize(ctx, { studyIds: ['st1'] });
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toMatch(
      /No belief yet.* produced 2 themes.* You can:.*1\. Name a theme.*2\. Let a coding agent.*3\. Connect a language model.*LLM_PROVIDER.*1 person.*>.*theme.name/,
    );
    const [topic] = await ctx.db.find(Theme, { studyId: 'st1' });
    await bench.act({ action_id: 'theme.name', value: topic!.themeId }, inHome(bench));
    await bench.settle();
    const form = bench.slack.of('views.open').at(-1)?.view;
    expect(JSON.stringify(form)).toContain('I then search all studies for more quotes');
    const answer = await bench.submit({
      ...{ callback_id: form?.callback_id, private_metadata: form?.private_metadata },
      state: { values: { sentence: { sentence: { value: 'Setting up takes days' } } } },
    });
    expect(await answer.text()).toContain('Making it a belief');
    await bench.settle();
    const made = JSON.stringify(bench.slack.of('views.update').at(-1)?.view);
    expect(made).toContain('The theme is now belief SIG-1.');
    expect(await ctx.db.findOne(Signal, { refNumber: 1 })).toMatchObject({
      label: 'Setting up takes days',
      labelByPerson: true,
    });
    await database.dataSource.query('delete from signal_themes where team_id = $1', [bench.teamId]);
    await database.dataSource.query('delete from signals where team_id = $1', [bench.teamId]);
    await database.dataSource.query(
      `insert into signals (team_id, signal_id, ref_number, label, description) values ($1, 'g', 99, 'A', 'B')`,
      [bench.teamId],
    );
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).not.toContain('No belief yet');
  });

  it('says that only English is read without a model, if the interviews are in another language', async () => {
    const bench = await createBench(database);
    const ctx = database.context(bench.teamId);
    await readTalks(ctx, germanTalks);
    await synthesize(ctx, { studyIds: ['st1'] });
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toMatch(
      /No belief yet.* produced \d+ quotes, but without a language model, only English is read\. You can:.*1\. Let a coding agent.*2\. Connect a language model/,
    );
  });

  it('does not advise to connect a model if there is one', async () => {
    const llm = { provider: 'openai-compatible', model: 'fake-1', baseUrl: 'http://127.0.0.1:9' };
    const models = createModels({ llm: llm as LlmSettings });
    const bench = await createBench(database, { models });
    const ctx = database.context(bench.teamId);
    await readTalks(ctx, talks.slice(0, 1));
    await synthesize(ctx, { studyIds: ['st1'] });
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toMatch(
      /No belief yet.* produced 2 themes.*supported by their quotes.*theme.name/,
    );
    expect(shown(bench)).not.toContain('Connect a language model');
  });

  it('says how many interviews wait for the tokens of the next day', async () => {
    const llm = { provider: 'openai-compatible', model: 'fake-1', baseUrl: 'http://127.0.0.1:9' };
    const models = createModels({ llm: { ...llm, dailyTokens: 1_000 } as LlmSettings });
    const bench = await createBench(database, { models });
    const ctx = { ...database.context(bench.teamId), models };
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toContain('Model: fake-1"');
    await expect(readTalks(ctx, talks.slice(0, 1))).resolves.toBeUndefined();
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toContain(
      "fake-1: the team's 1,000 tokens for today are used up (LLM_DAILY_TOKENS); 1 waiting interview will be read after midnight UTC",
    );
  });

  it('is drawn again after a move made in it, and shows what the person did', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await opened(bench);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' }, inHome(bench));
    await bench.settle();
    expect(bench.slack.of('views.publish')).toHaveLength(2);
    expect(shown(bench)).toContain('all caught up');
    expect(shown(bench)).toContain(':white_check_mark: Resolved as handled <!date');
    expect(bench.slack.of('chat.update')).toHaveLength(1);
  });

  it('does not call it done while themes wait for a name, and leads to them', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [
      {
        ...{ resource: 'theme', themeId: 't3', studyId: 's1', label: 'Invoices by post' },
        ...{ description: 'Paper', sentiment: 'neutral' },
      },
      {
        ...{ resource: 'evidence', evidenceId: 'e9', kind: 'evidence', themeId: 't3' },
        ...{ sourceItemId: 'i0', quote: 'We still send every invoice by post.' },
      },
    ]);
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).not.toContain('caught up');
    expect(shown(bench)).toContain('No card is waiting, but 1 theme waits for a name');
    await bench.act({ action_id: 'home.tab:beliefs', value: 'themes' }, inHome(bench));
    await bench.settle();
    expect(shown(bench)).toContain('Invoices by post');
    expect(shown(bench)).toContain('"action_id":"theme.name"');
  });

  it('offers the next step of what was accepted in it, until there is an issue', async () => {
    const bench = await createBench(database, { trackers: [new MemoryTracker('memo', 'Memo')] });
    await load(database, bench.teamId, [recommendationCard()]);
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).not.toContain('"action_id":"recommendation.create-issue"');
    await bench.act({ action_id: 'recommendation.accept', value: 'rc1' }, inHome(bench));
    await bench.settle();
    expect(shown(bench)).toMatch(
      /Your accepted recommendations: next steps.*Make the export resume/,
    );
    expect(shown(bench)).toContain('"action_id":"recommendation.create-issue"');
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toContain('"action_id":"recommendation.create-issue"');
    const ctx = database.context(bench.teamId);
    await linkWorkItem(ctx, 'r1', { url: 'https://github.com/acme/app/issues/3' });
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).not.toContain('Accepted by you');
  });

  it('that Slack does not take yet is drawn by itself when it does', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    bench.slack.next('views.publish', { status: 429, headers: { 'retry-after': '30' } });
    await opened(bench);
    await bench.settle();
    expect(bench.slack.of('views.publish')).toHaveLength(1);
    await database.dataSource.query('update jobs set run_at = now() where team_id = $1', [
      bench.teamId,
    ]);
    await bench.settle();
    expect(bench.slack.of('views.publish')).toHaveLength(2);
    expect(shown(bench)).toContain('Inbox: 1 card waiting');
  });

  it('says at its top what went wrong', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await opened(bench);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    await bench.act({ action_id: 'card.dismissed', value: 'c1' }, inHome(bench));
    await bench.settle();
    expect(shown(bench)).toContain(
      ':information_source: This card has already been resolved. Resolved as handled by <@U1>',
    );
    expect(bench.slack.responses).toEqual([]);
  });

  it('is filtered by type and turned page by page', async () => {
    const bench = await createBench(database, { settings: { channelId: undefined } });
    await load(database, bench.teamId, [
      recommendationCard(),
      ...Array.from({ length: 10 }, (_, i) =>
        card({ actionCardId: `c${i}`, summary: `Card ${i}.` }),
      ),
    ]);
    await opened(bench);
    await bench.settle();
    expect(shown(bench)).toContain('home.page:next');
    expect(shown(bench)).not.toContain('home.page:previous');

    await bench.act(
      {
        type: 'static_select',
        action_id: 'home.filter',
        block_id: 'filter',
        selected_option: { value: 'cross_study_signal' },
      },
      inHome(bench),
    );
    await bench.settle();
    expect(shown(bench)).not.toContain('Make the export resume');
    await bench.act({ action_id: 'home.page:next', value: '1' }, inHome(bench));
    await bench.settle();
    expect(shown(bench)).toContain('home.page:previous');
    expect(shown(bench).match(/Card \d\./g)).toHaveLength(2);
    expect(JSON.parse(String(inHome(bench).view.private_metadata))).toEqual({
      tab: 'inbox',
      filter: 'cross_study_signal',
      page: 1,
    });
  });

  it('is not touched when another tab is opened', async () => {
    const bench = await createBench(database);
    await bench.event({ type: 'app_home_opened', tab: 'messages' });
    await bench.settle();
    expect(bench.slack.of('views.publish')).toEqual([]);
  });
});
