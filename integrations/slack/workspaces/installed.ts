import {
  type SlackWorkspaceRow,
  teamsWithWorkspaces,
  tieWorkspace,
  untieWorkspace,
  workspaceById,
  workspacesOfTeam,
} from '../../../db/queries/slack-workspaces.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import type { Cipher } from '../../../src/encryption/cipher.js';
import { Refusal } from '../../../src/errors.js';
import type { Slack } from '../slack.js';

/** What Slack gives for an installation. */
export interface Installed {
  workspaceId: string;
  name: string;
  botToken: string;
  botUserId: string;
  botId: string | undefined;
  /** The Slack user who installed it. */
  installedBy: string;
}

/** The workspaces that installed the app, each tied to one team; their tokens are stored sealed. */
export class InstalledWorkspaces {
  /** By workspace; a new installation has a new instant, and so a new client. */
  private readonly open = new Map<string, { installedAt: number; slack: Slack }>();

  constructor(
    private readonly system: SystemDatabase,
    private readonly cipher: Cipher,
    private readonly assemble: (teamId: string, botToken: string) => Slack,
  ) {}

  /** Throws `invalid_transition` where the workspace shows another team's beliefs. */
  async tie(teamId: string, installed: Installed): Promise<void> {
    const tied = await this.system
      .team(teamId)
      .row(
        tieWorkspace,
        installed.workspaceId,
        installed.name,
        installed.botUserId,
        installed.botId ?? null,
        this.cipher.encrypt(installed.botToken),
        installed.installedBy,
        new Date(),
      );
    if (!tied) {
      throw new Refusal(
        'invalid_transition',
        'This workspace shows the beliefs of another team already. Remove the app from it first, then install it again.',
      );
    }
  }

  /** Forgets a workspace and its token; an installation newer than `at` stays. */
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
    return rows.map((row) => this.slackOf(row));
  }

  async teamIds(): Promise<string[]> {
    return (await this.system.rows(teamsWithWorkspaces)).map(({ teamId }) => teamId);
  }

  /** The workspaces that this process has talked to. */
  opened(): Slack[] {
    return [...this.open.values()].map(({ slack }) => slack);
  }

  private slackOf(row: SlackWorkspaceRow): Slack {
    const known = this.open.get(row.workspaceId);
    const installedAt = row.installedAt.getTime();
    if (known?.installedAt === installedAt && known.slack.teamId === row.teamId) return known.slack;
    const slack = this.assemble(row.teamId, this.cipher.decrypt(row.sealedToken));
    this.open.set(row.workspaceId, { installedAt, slack });
    return slack;
  }
}
