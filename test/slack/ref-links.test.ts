import { expect, it } from 'vitest';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load, recommendationCard, research } from './team.js';

const database = useDatabase();

const PAGE = 'https://beliefs.example.com/p/signals/sig1';
const pages = { publicUrl: 'https://beliefs.example.com', openTo: 'members' as const };

/** Every `SIG-12` that a text shows, without those that lead to its page. */
function unlinked(shown: unknown): string[] {
  const text = JSON.stringify(shown)
    .replaceAll(`"url":"${PAGE}","text":"SIG-12"`, '')
    .replaceAll(`<${PAGE}|SIG-12>`, '');
  return text.match(/.{0,60}SIG-12/g) ?? [];
}

async function withCards(lines: Record<string, unknown>[] = []): Promise<Bench> {
  const bench = await createBench(database, { pages });
  await load(database, bench.teamId, [card(), recommendationCard(), ...lines]);
  await bench.settle();
  return bench;
}

const home = async (bench: Bench): Promise<unknown> => {
  await bench.event({ type: 'app_home_opened', tab: 'home' });
  await bench.settle();
  return bench.slack.of('views.publish').at(-1)?.view;
};

it('App Home links the refs of cards and beliefs to their pages', async () => {
  const bench = await withCards();
  expect(JSON.stringify(await home(bench))).toContain(PAGE);
  expect(unlinked(await home(bench))).toEqual([]);
  const view = { id: 'VH', type: 'home', private_metadata: '' };
  const inHome = { channel: undefined, message: undefined, response_url: undefined, view };
  await bench.act({ action_id: 'home.tab:beliefs', value: 'open' }, inHome);
  await bench.settle();
  const listed = bench.slack.of('views.publish').at(-1)?.view;
  expect(JSON.stringify(listed)).toContain(`*<${PAGE}|SIG-12>* Exporting`);
  expect(unlinked(listed).filter((found) => !found.includes('Find a belief'))).toEqual([]);
});

it('cards and the digest link them', async () => {
  const bench = await withCards();
  for (const { blocks } of bench.slack.messages.values()) expect(unlinked(blocks)).toEqual([]);
  const settings = { digestCron: '* * * * *', cardsPerDay: 0 };
  await changeSettings(database.context(bench.teamId), settings);
  await database.dataSource.query(
    "update slack_channels set filled_at = now() - interval '3 days' where team_id = $1",
    [bench.teamId],
  );
  const schedule = bench.bot.schedules.find(({ name }) => name === 'slack-digest')!;
  const { log } = database.context(bench.teamId);
  const strike = async (minutes: number): Promise<unknown> => {
    await schedule.run({ system: database.system, log }, new Date(Date.now() + minutes * 60_000));
    await bench.settle();
    const posted = bench.slack.of('chat.postMessage').at(-1);
    expect(posted?.text).toMatch(/^Digest: /);
    return posted?.blocks;
  };
  expect(unlinked(await strike(0))).toEqual([]);
  await load(database, bench.teamId, [
    {
      ...{ resource: 'evidence', evidenceId: 'e9', kind: 'counterEvidence', strength: 0.5 },
      ...{ quote: 'It works for me.', themeId: 't1', sourceItemId: 'i1' },
    },
  ]);
  await bench.settle();
  const second = await strike(1);
  expect(JSON.stringify(second)).toContain('contradicted');
  expect(JSON.stringify(second)).toContain(PAGE);
  expect(unlinked(second)).toEqual([]);
});

it('answers, their sources and what a decision says link them', async () => {
  const bench = await withCards();
  await bench.event({ type: 'app_mention', channel: 'C7', ts: '50.1', text: '<@UBOT> SIG-12' });
  await bench.settle();
  const answer = [...bench.slack.messages.values()].at(-1);
  const [, ...blocks] = answer!.blocks as unknown[];
  expect(JSON.stringify(blocks)).toContain(PAGE);
  expect(unlinked(blocks)).toEqual([]);
  const value = /"action_id":"answer.sources".*?"value":"([^"]+)"/.exec(
    JSON.stringify(blocks),
  )?.[1];
  await bench.act({ action_id: 'answer.sources', value });
  await bench.act({ action_id: 'belief.keep', value: 'sig1' });
  await bench.settle();
  const sources = bench.slack.of('views.update').at(-1)?.view;
  const [, ...behind] = sources!.blocks;
  expect(JSON.stringify(behind)).toContain(PAGE);
  expect(unlinked(behind)).toEqual([]);
  expect(bench.slack.responses.at(-1)?.text).toBe(`<${PAGE}|SIG-12> is kept.`);
});

it('the other beliefs of a recommendation are linked too', async () => {
  const bench = await createBench(database, { pages });
  const other = {
    ...{
      resource: 'signal',
      signalId: 'other',
      ref: 'SIG-13',
      label: 'Another',
      description: 'So.',
    },
    themes: [{ themeId: 't1', relationship: 'supports' }],
  };
  const base = research().map((line) =>
    line.resource === 'recommendation' ? { ...line, signalIds: ['sig1', 'other'] } : line,
  );
  await load(database, bench.teamId, [other, recommendationCard()], base);
  await bench.settle();
  await bench.act({ action_id: 'card.details', value: 'rc1' });
  await bench.settle();
  const details = JSON.stringify(bench.slack.of('views.update').at(-1)?.view);
  expect(details).toContain('Also based on ');
  expect(details).toMatch(
    /"url":"https:\/\/beliefs.example.com\/p\/signals\/(?:other|sig1)","text":"SIG-1[23]","style":\{"italic":true\}/,
  );
});
