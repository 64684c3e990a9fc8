import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { isTimeZone } from '../../../src/core/team-settings.js';
import { label } from '../blocks/text.js';
import { slackFailure } from './slack-failure.js';

/** A user in the workspace. */
export interface Person {
  userId: string;
  name: string;
  /** IANA name; UTC if Slack did not provide one. */
  timeZone: string;
  /** The workspace the account belongs to, if Slack said so. */
  workspaceId?: string;
  /** True if they administer the workspace; false if Slack did not say. */
  isAdmin: boolean;
  /** True if they are a guest in the workspace; false if Slack did not say. */
  isGuest: boolean;
  /** True if this came from Slack; false if only from the request. */
  isKnown: boolean;
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;
/**
 * Milliseconds to wait for a name, since a user is waiting for their click to take effect; after that, the handle
 * is used.
 */
const PATIENCE_MS = 1_500;

/** Names and time zones from users.info, cached for a while. */
export class People {
  private readonly known = new Map<string, { person: Person; at: number }>();
  private readonly asking = new Map<string, Promise<Person>>();

  constructor(private readonly client: WebClient) {}

  /** Never throws and never waits long: without a response, returns the user as the request describes them. */
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
   * The user according to Slack, for actions not open to everyone. Throws Slack's error if a retry may help. If it
   * cannot (a scope is missing), returns the user as the request describes them.
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

  /**
   * The email address of a user, read from Slack each time and never stored. Undefined without the scope
   * users:read.email, and if Slack does not respond soon.
   */
  async emailOf(userId: string): Promise<string | undefined> {
    const asked = this.client.users
      .info({ user: userId })
      .then(({ user }) => user?.profile?.email || undefined)
      .catch(() => undefined);
    return Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Concurrent requests for the same user share one call. */
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

const PAGE = 200;
/** Maximum pages read: even in a very large workspace, an admin is found long before that. */
const PAGES = 10;

/** The workspace's primary owner, or else an owner, or else an admin; undefined if Slack shows none. */
export async function findAdmin(client: WebClient): Promise<string | undefined> {
  const found: { userId: string; rank: number }[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const answer = await client.users.list({ limit: PAGE, ...(cursor ? { cursor } : {}) });
    for (const member of answer.members ?? []) {
      if (!member.id || member.deleted || member.is_bot) continue;
      const rank = member.is_primary_owner ? 0 : member.is_owner ? 1 : member.is_admin ? 2 : 3;
      if (rank < 3) found.push({ userId: member.id, rank });
    }
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (!cursor || found.some(({ rank }) => rank === 0)) break;
  }
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.userId;
}
