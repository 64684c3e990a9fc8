import { describe, expect, it } from 'vitest';
import { TrackerPush } from '../../db/entities/work-item.js';
import { load, recommendationCard } from '../slack/team.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { linearError } from './fake-linear.js';
import { drawnFrom, type Fault } from './faulty-server.js';
import { MADE, type MadeTracker } from './made-issues.js';

const database = useDatabase();
const RUNS = 100;
const LANES = 4;
/** More than there are faults for one issue. */
const MOST_PRESSES = 12;

const LIMITS: Record<string, Fault> = {
  Linear: { status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') },
  GitHub: { status: 403, headers: { 'retry-after': '30' } },
  Jira: { status: 429, headers: { 'retry-after': '30' } },
};

const faultsOf = (name: string): (Fault | undefined)[] => [
  undefined,
  'cut-before',
  'cut-during',
  'cut-after',
  'garbled-after',
  { status: 403, body: { message: 'Not allowed', errorMessages: ['Not allowed'] } },
  { status: 404, body: { message: 'Not here', errorMessages: ['Not here'] } },
  { status: 503, body: '<html>' },
  LIMITS[name],
];

type View = { blocks: { block_id?: string; [key: string]: unknown }[]; private_metadata: string };

/** Submits the form as it is shown, twice at once. */
async function pressTwice(bench: Bench, view: View): Promise<void> {
  const fields = view.blocks as { block_id: string; element?: Record<string, unknown> }[];
  const values = fields.flatMap(({ block_id, element }) =>
    element
      ? [
          [
            block_id,
            {
              field: { value: element.initial_value, selected_option: element.initial_option },
            },
          ],
        ]
      : [],
  );
  const form = {
    callback_id: 'work.issue-form',
    private_metadata: view.private_metadata,
    state: { values: Object.fromEntries(values) },
  };
  await Promise.all([bench.submit(form), bench.submit(form)]);
  await bench.settle();
}

describe.each(MADE)('$name', ({ name, start }) => {
  it(`${RUNS} messages become one issue each, or it is said honestly why there is none yet`, async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) => lane);
    const presses = (await Promise.all(lanes.map(makeIssues))).flat();
    expect(presses).toHaveLength(RUNS);
    // otherwise the faults would show nothing
    expect(presses.filter((count) => count === 1).length).toBeGreaterThan(10);
    expect(presses.filter((count) => count > 1).length).toBeGreaterThan(10);
  });

  /** One user after the other makes an issue of a message, again and again until there is one. */
  async function makeIssues(lane: number): Promise<number[]> {
    const some = drawnFrom(faultsOf(name), lane + 1);
    const real = await start();
    const bench = await createBench(database, { trackers: [real.tracker] });
    await load(database, bench.teamId, [recommendationCard()]);
    const presses: number[] = [];
    for (let run = 1; run <= RUNS / LANES; run++) {
      presses.push(await makeIssue(bench, real, run, some));
      expect(real.made()).toHaveLength(run);
    }
    expect(await pushes(bench)).toHaveLength(RUNS / LANES);
    await real.stop();
    return presses;
  }

  async function makeIssue(
    bench: Bench,
    real: MadeTracker,
    run: number,
    some: (most: number) => (Fault | undefined)[],
  ): Promise<number> {
    const text = `The invoice export stopped for time number ${run}.`;
    await bench.shortcut('issue.from_message', { ts: `17630000${run + 10}.1`, user: 'U2', text });
    await bench.settle();
    real.server.fail(real.CREATE, ...some(4));
    real.server.fail(real.FIND, ...some(2));
    const lastView = () => bench.slack.of('views.update').at(-1)?.view as unknown as View;
    let view = lastView();
    for (let press = 1; ; press++) {
      expect(press).toBeLessThanOrEqual(MOST_PRESSES);
      await pressTwice(bench, view);
      await real.server.settled();
      const linked = (await pushes(bench)).filter(({ state }) => state === 'linked');
      if (linked.length === run) return press;
      // the form that came back says why, and can be sent again
      const again = bench.slack
        .of('views.update')
        .map((update) => update.view as unknown as View)
        .findLast(({ private_metadata }) => private_metadata)!;
      expect(JSON.stringify(again)).toMatch(new RegExp(`:warning: .*(${name}|Another process)`));
      view = again;
      await database.dataSource.query(
        'update tracker_pushes set retry_at = null where team_id = $1',
        [bench.teamId],
      );
    }
  }
});

const pushes = (bench: Bench) => database.context(bench.teamId).db.find(TrackerPush);
