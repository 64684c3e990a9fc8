import type { JobHandler } from '../../../src/jobs/index.js';

/** The queue is one for all teams, the workspace is one team's: jobs of the others have nothing to do here. */
export const ofTeam = (teamId: string, handler: JobHandler): JobHandler => ({
  ...handler,
  run: async (ctx, payload) => {
    if (ctx.db.teamId === teamId) await handler.run(ctx, payload);
  },
});
