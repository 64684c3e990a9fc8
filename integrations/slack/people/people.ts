import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { isTimeZone } from '../../../src/time-zone.js';
import { slackFailure } from '../connection/slack-failure.js';
import { label } from '../messages/text.js';

/** Somebody in the workspace. */
export interface Person {
  userId: string;
  name: string;
  /** IANA name; UTC where Slack did not say. */
  timeZone: string;
  /** The workspace the account belongs to, where Slack said so. */
  workspaceId?: string;
  /** Whether they administer the workspace; false where Slack did not say. */
  isAdmin: boolean;
  /** Whether they are a guest in the workspace; false where Slack did not say. */
  isGuest: boolean;
  /** Whether Slack said all this; false where it is only what the request says. */
  isKnown: boolean;
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;
/** A person waits for their click to take effect: without a name by then, the handle must do. */
const PATIENCE_MS = 1_500;

/** Names and time zones, from users.info, kept for a while. */
export class People {
  private readonly known = new Map<string, { person: Person; at: number }>();
  private readonly asking = new Map<string, Promise<Person>>();

  constructor(private readonly client: WebClient) {}

  /** Never throws and never waits long: without an answer, the person is who the request says. */
  async find(userId: string, handle: string | undefined): Promise<Person> {
    const remembered = this.known.get(userId);
    if (remembered && performance.now() - remembered.at < REMEMBERED_MS) return remembered.person;
    const asked = this.ask(userId, handle).catch(() => undefined);
    const found = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
    const name = label(handle ?? userId, 80);
    const unknown = { timeZone: 'UTC', isAdmin: false, isGuest: false, isKnown: false };
    return found ?? { userId, name, ...unknown };
  }

  /**
   * The same person as Slack says who they are, for what not everybody may do. Throws Slack's error where it may
   * say so later; where it never will (a scope is missing), they are who the request says.
   */
  async certain(person: Person): Promise<Person> {
    if (person.isKnown) return person;
    try {
      return await this.ask(person.userId, person.name);
    } catch (error) {
      const { kind } = slackFailure(error);
      if (kind === 'waiting' || kind === 'unclear') throw error;
      return person;
    }
  }

  /** Many who wait for the same answer make one call. */
  private ask(userId: string, handle: string | undefined): Promise<Person> {
    const asked =
      this.asking.get(userId) ??
      this.learn(userId, handle).finally(() => this.asking.delete(userId));
    this.asking.set(userId, asked);
    return asked;
  }

  private async learn(userId: string, handle: string | undefined): Promise<Person> {
    const { user } = await this.client.users.info({ user: userId });
    const name = user?.profile?.display_name || user?.real_name || user?.name || handle || userId;
    const person: Person = {
      userId,
      name: label(name, 80),
      timeZone: user?.tz && isTimeZone(user.tz) ? user.tz : 'UTC',
      isGuest: Boolean(user?.is_restricted || user?.is_ultra_restricted || user?.is_stranger),
      isKnown: true,
      isAdmin: Boolean(user?.is_admin || user?.is_owner || user?.is_primary_owner),
      ...(user?.team_id ? { workspaceId: user.team_id } : {}),
    };
    if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value ?? '');
    this.known.set(userId, { person, at: performance.now() });
    return person;
  }
}
