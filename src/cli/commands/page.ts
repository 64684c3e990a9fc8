import { readRecommendation } from '../../beliefs/recommendations/list-recommendations.js';
import { readSignalPacket } from '../../beliefs/signals/read-signal-packet.js';
import { readReadout } from '../../beliefs/studies/read-readout.js';
import type { Context } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import type { PageSubject } from '../../core/page-links.js';
import { revokePageLinks, signedPageAddress } from '../../core/page-tokens.js';
import { reachablePages } from '../../server/pages.js';
import { command, UsageError } from '../command.js';
import { operatorContext } from '../with-database.js';

/** The subject of a path below `/p`, such as `signals/ID`; it must exist. */
async function subjectOf(ctx: Context, path: string): Promise<PageSubject> {
  const [, kind, id = ''] = /^(signals|studies|recommendations)\/([^/]+)$/.exec(path) ?? [];
  switch (kind) {
    case 'signals':
      return { signalId: (await readSignalPacket(ctx, id)).signal.signalId };
    case 'studies':
      return { studyId: (await readReadout(ctx, id)).study.studyId };
    case 'recommendations':
      return { recommendationId: (await readRecommendation(ctx, id)).recommendationId };
    default:
      throw new UsageError(
        `PAGE must be signals/ID, studies/ID or recommendations/ID, not "${path}".`,
      );
  }
}

export const pageLink = command({
  name: 'page link',
  summary: 'a link that opens a page without signing in, and the pages it links to',
  args: ['page'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const { config, args } = input;
    const operator = await operatorContext(input);
    const pages = reachablePages({ config, sandbox: false });
    if (!pages) throw invalidRequest('Set PUBLIC_URL first: links need a public address.');
    const ctx = { ...operator, pages };
    const url = await signedPageAddress(ctx, await subjectOf(ctx, args.page as string));
    if (!url) throw invalidRequest('The team has turned signed links off: its pageLinkDays is 0.');
    return { url };
  },
  show: ({ url }) => url,
});

export const pageRevoke = command({
  name: 'page revoke',
  summary: 'end every signed link to the pages of a team, and sign everyone out of them',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    await revokePageLinks(ctx);
    return { teamId: ctx.db.teamId };
  },
  show: ({ teamId }) => `All links to the pages of team ${teamId} are revoked.`,
});
