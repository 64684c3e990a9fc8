import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { label } from './messages/text.js';

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
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 1_000;
/** A person waits for their click to take effect: without a name by then, the handle must do. */
const PATIENCE_MS = 1_500;

/** Names and time zones, from users.info, kept for a while. */
export class People {
  private readonly known = new Map<string, { person: Person; at: number }>();

  constructor(private readonly client: WebClient) {}

  /** Never throws and never waits long: without an answer, the person is who the request says. */
  async find(userId: string, handle: string | undefined): Promise<Person> {
    const remembered = this.known.get(userId);
    if (remembered && performance.now() - remembered.at < REMEMBERED_MS) return remembered.person;
    const asked = this.ask(userId, handle).catch(() => undefined);
    const found = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
    const name = label(handle ?? userId, 80);
    return found ?? { userId, name, timeZone: 'UTC', isAdmin: false, isGuest: false };
  }

  private async ask(userId: string, handle: string | undefined): Promise<Person> {
    const { user } = await this.client.users.info({ user: userId });
    const name = user?.profile?.display_name || user?.real_name || user?.name || handle || userId;
    const person: Person = {
      userId,
      name: label(name, 80),
      timeZone: knownZone(user?.tz) ?? 'UTC',
      isGuest: Boolean(user?.is_restricted || user?.is_ultra_restricted || user?.is_stranger),
      isAdmin: Boolean(user?.is_admin || user?.is_owner || user?.is_primary_owner),
      ...(user?.team_id ? { workspaceId: user.team_id } : {}),
    };
    if (this.known.size >= MOST) this.known.delete(this.known.keys().next().value ?? '');
    this.known.set(userId, { person, at: performance.now() });
    return person;
  }
}

function knownZone(name: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
