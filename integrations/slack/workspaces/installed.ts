import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  resealWorkspace,
  type SlackWorkspaceRow,
  teamsWithWorkspaces,
  tieWorkspace,
  untieWorkspace,
  workspaceById,
  workspacesOfTeam,
} from '../../../db/queries/slack-workspaces.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { type Cipher, Undecipherable } from '../../../src/core/encryption.js';
import { Refusal } from '../../../src/core/errors.js';
import type { Logger } from '../../../src/core/log.js';
import type { Slack } from '../connection/slack.js';

/** The result of an OAuth installation. */
export interface Installed {
  workspaceId: string;
  name: string;
  botToken: string;
  botUserId: string;
  botId: string | undefined;
  /** The Slack user who installed it. */
  installedBy: string;
}

/** The workspaces that installed the app, each tied to one team; their tokens are stored encrypted. */
export class InstalledWorkspaces {
  /** By workspace. A new installation has a new timestamp, and so gets a new client. */
  private readonly open = new Map<
    string,
    { installedAt: number; teamId: string; slack: Slack | undefined }
  >();

  constructor(
    private readonly system: SystemDatabase,
    private readonly cipher: Cipher,
    private readonly log: Logger,
    private readonly assemble: (
      tied: { workspaceId: string; teamId: string },
      botToken: string,
    ) => Slack,
  ) {}

  /** Connects a workspace to a team. Throws `invalid_transition` if the workspace shows another team's beliefs. */
  async tie(teamId: string, installed: Installed): Promise<void> {
    const tied = await this.system.team(teamId).row(tieWorkspace, {
      workspaceId: installed.workspaceId,
      name: installed.name,
      botUserId: installed.botUserId,
      botId: installed.botId ?? null,
      sealedToken: this.cipher.encrypt(installed.botToken),
      installedBy: installed.installedBy,
      installedAt: new Date(),
    });
    if (!tied) {
      throw new Refusal(
        'invalid_transition',
        'This workspace already shows another team’s beliefs. Remove the app from it first, then install it again.',
      );
    }
  }

  /** Deletes a workspace and its token, unless the installation is newer than `at`. */
  async untie({ teamId, system }: Slack, workspaceId: string, at: Date): Promise<boolean> {
    const gone = await system.team(teamId).row(untieWorkspace, workspaceId, at);
    if (gone) this.open.delete(workspaceId);
    return gone !== undefined;
  }

  async find(workspaceId: string): Promise<Slack | undefined> {
    const row = await this.system.row(workspaceById, workspaceId);
    return row && this.slackOf(row);
  }

  async ofTeam(teamId: string): Promise<Slack[]> {
    const rows = await this.system.team(teamId).rows(workspacesOfTeam);
    for (const row of rows) await this.reseal(row);
    return rows.flatMap((row) => this.slackOf(row) ?? []);
  }

  async teamIds(): Promise<string[]> {
    return (await this.system.rows(teamsWithWorkspaces)).map(({ teamId }) => teamId);
  }

  /** The workspaces that this process has talked to. */
  opened(): Slack[] {
    return [...this.open.values()].flatMap(({ slack }) => slack ?? []);
  }

  /**
   * Undefined if no key in ENCRYPTION_KEY decrypts the token; that is logged once, and other workspaces keep
   * working.
   */
  private slackOf({ teamId, workspaceId, ...row }: SlackWorkspaceRow): Slack | undefined {
    const known = this.open.get(workspaceId);
    const installedAt = row.installedAt.getTime();
    if (known?.installedAt === installedAt && known.teamId === teamId) return known.slack;
    const slack = this.openToken(row.sealedToken, workspaceId, (token) =>
      this.assemble({ workspaceId, teamId }, token),
    );
    this.open.set(workspaceId, { installedAt, teamId, slack });
    return slack;
  }

  private openToken<T>(sealed: string, workspaceId: string, use: (token: string) => T) {
    try {
      return use(this.cipher.decrypt(sealed));
    } catch (error) {
      if (!(error instanceof Undecipherable)) throw error;
      this.log.error({ err: error, workspaceId }, 'a Slack workspace cannot be served');
      return undefined;
    }
  }

  /**
   * Encrypts a token with the current key. After a change of ENCRYPTION_KEY, the old key can be removed once this
   * has run (within a minute).
   */
  private async reseal({ teamId, workspaceId, sealedToken }: SlackWorkspaceRow): Promise<void> {
    if (this.cipher.isCurrent(sealedToken)) return;
    await this.openToken(sealedToken, workspaceId, (token) =>
      this.system
        .team(teamId)
        .row(resealWorkspace, workspaceId, this.cipher.encrypt(token), sealedToken),
    );
  }
}

export const INSTALL_PATH = '/slack/install';
export const REDIRECT_PATH = '/slack/oauth_redirect';

/**
 * A link that installs the app for one team. Anyone who has it can tie their workspace to that team, so it is
 * signed and stops working at `expiresAt`.
 */
export function installLink(
  publicUrl: string,
  stateSecret: string,
  teamId: string,
  expiresAt: Date,
): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const key = signature(stateSecret, teamId, expires);
  return `${publicUrl}${INSTALL_PATH}?${new URLSearchParams({ team: teamId, expires, key })}`;
}

/** The team of an install link. Throws `forbidden` if the link is not ours or has expired. */
export function teamOfLink(query: URLSearchParams, stateSecret: string, now: Date): string {
  const [team = '', expires = '', key = ''] = ['team', 'expires', 'key'].map(
    (name) => query.get(name) ?? '',
  );
  const expected = Buffer.from(signature(stateSecret, team, expires));
  const given = Buffer.from(key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal(
      'forbidden',
      'This install link is not valid. Ask the operator of Belief Layer for one: npm run cli -- slack install-link --team ID',
    );
  }
  if (Number(expires) * 1000 < now.getTime()) {
    throw new Refusal('forbidden', 'This install link has expired. Ask for a new one.');
  }
  return team;
}

const signature = (stateSecret: string, teamId: string, expires: string): string =>
  createHmac('sha256', stateSecret).update(`install\n${teamId}\n${expires}`).digest('base64url');
