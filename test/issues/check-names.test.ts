import { expect, it, onTestFinished } from 'vitest';
import { teamSettings } from '../../src/core/team-settings.js';
import { checkNames } from '../../src/issues/check-names.js';
import { type RealTracker, realGitHub, realJira, realLinear } from './real-trackers.js';

const started = async <T extends RealTracker>(real: Promise<T>): Promise<T> => {
  const tracker = await real;
  onTestFinished(() => tracker.server.stop());
  return tracker;
};
const check = (trackers: RealTracker[], settings: object) =>
  checkNames(
    new Map(trackers.map(({ tracker }) => [tracker.provider, tracker])),
    teamSettings.parse(settings),
  );

it.each([
  ['Linear', realLinear, 'Ada'],
  ['GitHub', realGitHub, 'ada'],
  ['Jira', realJira, 'Ada'],
] as const)(
  '%s is asked for the names, and is silent about those it has',
  async (name, real, person) => {
    const tracker = await started(real());
    const known = { trackerDefaults: { labels: ['research'], assignee: person.toUpperCase() } };
    expect(await check([tracker], known)).toEqual([]);
    const misspelled = {
      trackerDefaults: { labels: ['research', 'reserch', 'Research'], assignee: 'Adda' },
    };
    expect(await check([tracker], misspelled)).toEqual([
      `${name} has no label spelled “reserch” or “Research”: it has research.`,
      expect.stringMatching(`^${name} has no assignee called “Adda”: it has ${person}`),
    ]);
  },
);

it('a coding agent is looked up too, or why there is none', async () => {
  const linear = await started(realLinear());
  expect(await check([linear], { handOverTo: 'coder' })).toEqual([]);
  expect(await check([linear], { handOverTo: 'Codr' })).toEqual([
    expect.stringContaining('Linear has no coding agent called “Codr”: it has Coder'),
  ]);
});

it('a name has to exist in one of the trackers that the team uses', async () => {
  const [linear, github] = [await started(realLinear()), await started(realGitHub())];
  const both = { trackerDefaults: { labels: ['reserch'] } };
  expect(await check([linear, github], both)).toEqual([
    'Linear and GitHub have no label spelled “reserch”: they have research.',
  ]);
  expect(await check([linear, github], { ...both, tracker: 'github' })).toEqual([
    'GitHub has no label spelled “reserch”: it has research.',
  ]);
});

it('an email address is answered with the name that the tracker takes', async () => {
  const jira = await started(realJira());
  expect(
    await check([jira], { trackerDefaults: { labels: [], assignee: 'ada@example.com' } }),
  ).toEqual(['Jira knows “ada@example.com” as Ada: enter that name.']);
});

it('a tracker that cannot be reached leaves the names unchecked', async () => {
  const linear = await started(realLinear());
  linear.server.fail('query TeamByKey', { status: 502 }, { status: 502 });
  expect(await check([linear], { trackerDefaults: { labels: ['reserch'] } })).toEqual([
    expect.stringMatching(/^Not checked in Linear: .+\.$/),
  ]);
});
