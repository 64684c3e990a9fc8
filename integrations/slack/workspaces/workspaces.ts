import { z } from 'zod';
import type { JobHandler } from '../../../src/jobs/index.js';
import type { MemberWorkspace } from '../../../src/pages/sign-in.js';
import type { Status } from '../connection/health.js';
import type { Slack } from '../connection/slack.js';
import type { InstalledWorkspaces } from './installed.js';

/** Every workspace that this service serves: the one of the configured tokens, and those that installed the app. */
export class Workspaces {
  constructor(
    /** The workspace of SLACK_BOT_TOKEN. */
    readonly own: Slack | undefined,
    readonly installed: InstalledWorkspaces | undefined,
  ) {}

  /** The bot for requests through this workspace; undefined if there is none. */
  async find(workspaceId: string | undefined): Promise<Slack | undefined> {
    if (!this.installed || workspaceId === undefined) return this.own;
    if (this.own?.connection.identity?.workspaceId === workspaceId) return this.own;
    // the configured workspace itself refuses users of other workspaces
    return (await this.installed.find(workspaceId)) ?? this.own;
  }

  async ofTeam(teamId: string): Promise<Slack[]> {
    const own = this.own?.teamId === teamId ? [this.own] : [];
    return [...own, ...((await this.installed?.ofTeam(teamId)) ?? [])];
  }

  /** Teams with a workspace. */
  async teamIds(): Promise<string[]> {
    const installed = (await this.installed?.teamIds()) ?? [];
    return [...new Set([...(this.own ? [this.own.teamId] : []), ...installed])];
  }

  /** The configured workspace decides: one failing installed workspace must not take the service down. */
  status(): Status {
    if (this.own) return this.own.health.status();
    const troubled = (this.installed?.opened() ?? []).filter(({ health }) => !health.status().ok);
    const detail = troubled.length > 0 ? `${troubled.length} workspaces have trouble` : 'connected';
    return { ok: true, detail };
  }

  /**
   * Runs a job for each workspace of its team. All teams share the queue; a team without a workspace is skipped. A
   * workspace that has to wait does not hold up the others.
   */
  job(kind: string, handlerOf: (slack: Slack) => JobHandler): JobHandler {
    return {
      kind,
      run: async (ctx, payload) => {
        let failed: { error: unknown } | undefined;
        for (const slack of await this.ofTeam(ctx.db.teamId)) {
          try {
            await handlerOf(slack).run(ctx, payload);
          } catch (error) {
            failed ??= { error };
          }
        }
        if (failed) throw failed.error;
      },
    };
  }
}

const Id = z.object({ id: z.string() }).nullish();
const Body = z.object({
  authorizations: z.array(z.object({ team_id: z.string().nullish() })).nullish(),
  context_team_id: z.string().nullish(),
  view: z.object({ app_installed_team_id: z.string().nullish() }).nullish(),
  team: Id,
  team_id: z.string().nullish(),
});

/**
 * The workspace whose installation a request came through. In a channel shared by several workspaces (Slack
 * Connect), the user may belong to a different one.
 */
export function workspaceOf(body: unknown): string | undefined {
  const read = Body.safeParse(body);
  if (!read.success) return undefined;
  const { authorizations, context_team_id, view, team, team_id } = read.data;
  return (
    authorizations?.[0]?.team_id ??
    context_team_id ??
    view?.app_installed_team_id ??
    team?.id ??
    team_id ??
    undefined
  );
}

/**
 * The team of a workspace, for people who sign in with Slack, and a check for full members. Undefined for a
 * workspace that has not installed this app.
 */
export async function memberWorkspace(
  workspaces: Workspaces,
  workspaceId: string,
): Promise<MemberWorkspace | undefined> {
  await workspaces.own?.connection.connect().catch(() => {}); // until then, its workspace is unknown
  const slack = await workspaces.find(workspaceId);
  if (!slack) return undefined;
  const known = slack.settings.installed?.workspaceId ?? slack.connection.identity?.workspaceId;
  if (known !== workspaceId) return undefined;
  return {
    teamId: slack.teamId,
    async isMember(userId) {
      const person = await slack.people.certain(await slack.people.find(userId, undefined));
      const { isKnown, isGuest, workspaceId: home = workspaceId } = person;
      return isKnown && !isGuest && home === workspaceId;
    },
  };
}
