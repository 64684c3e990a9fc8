import { z } from 'zod';

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
 * Connect) the user may come from a different one.
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
