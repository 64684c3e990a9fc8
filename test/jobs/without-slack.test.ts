import { expect, it } from 'vitest';
import * as announced from '../../src/core/announce.js';
import { jobsAndSchedules } from '../../src/server/jobs-and-schedules.js';

it('without Slack, each kind of job that the domain enqueues is taken, so that none is due forever', () => {
  const { handlers } = jobsAndSchedules({
    slack: undefined,
    embeddedUrl: undefined,
    workItems: { teamId: undefined, trackers: new Map(), autoPush: 'off' },
  });
  const taken = handlers.map(({ kind }) => kind);
  const enqueued = Object.values(announced).filter((value) => typeof value === 'string');
  expect(enqueued).toContain(announced.POSTS_CHANGED);
  expect(enqueued.filter((kind) => !taken.includes(kind))).toEqual([]);
});
