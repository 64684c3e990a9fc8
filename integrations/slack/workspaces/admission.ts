import { z } from 'zod';
import type { Logger } from '../../../src/core/log.js';
import { respond } from '../connection/respond.js';
import type { Slack } from '../connection/slack.js';
import type { Turned } from '../requests/busy.js';
import { WorkQueue } from '../requests/work-queue.js';
import type { Workspaces } from './workspaces.js';
import { workspaceOf } from './workspaces.js';

const Answerable = z.object({ response_url: z.string() });
const NOTICE_LIMITS = { atOnce: 4, waiting: 200 };
const WARN_EVERY_MS = 60_000;

/**
 * Queues the work of requests up to a limit per workspace. Beyond it, requests are turned away and their users are
 * told to try again.
 */
export class Admission {
  private readonly queue = new WorkQueue();
  private readonly notices = new WorkQueue(NOTICE_LIMITS);
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly workspaces: Workspaces,
    private readonly log: Logger,
  ) {}

  isFull(body: unknown): boolean {
    return this.queue.isFull(teamOf(body));
  }

  isWaiting(body: unknown, key: string): boolean {
    return this.queue.isWaiting(teamOf(body), key);
  }

  /** Runs the work of an acknowledged request when its turn comes. */
  async admit(
    body: unknown,
    work: (slack: Slack) => Promise<void>,
    key: string | undefined = undefined,
  ): Promise<void> {
    await this.queue.add(teamOf(body), key, () => this.serve(body, work));
  }

  /**
   * One waiting notice covers every earlier press. If there is no room for another, Slack shows its own warning.
   */
  async turnAway(
    ack: () => Promise<void>,
    body: unknown,
    turned: Turned | undefined,
  ): Promise<void> {
    this.warnOfLoad();
    const team = teamOf(body);
    const told = turned !== undefined && this.notices.isWaiting(team, turned.userId);
    if (turned && !told && this.notices.isFull(team)) return;
    await ack();
    if (!turned || told) return;
    await this.notices.add(team, turned.userId, () =>
      this.serve(body, (slack) => turned.tell(slack)),
    );
  }

  warnOfLoad(): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(
      'Slack sends requests faster than they can be handled; users are asked to try again in a moment',
    );
  }

  /** Finds the workspace after the acknowledgement, which must not wait. */
  private async serve(body: unknown, work: (slack: Slack) => Promise<void>): Promise<void> {
    const slack = await this.workspaces.find(workspaceOf(body));
    if (slack) return work(slack);
    this.log.warn('Slack sent a request from a workspace that has not installed the app');
    const { data } = Answerable.safeParse(body);
    const text = 'Belief Layer is not installed in this workspace any more.';
    if (data) await respond(data.response_url, { text, replace_original: false });
  }
}

const teamOf = (body: unknown): string => workspaceOf(body) ?? '';
