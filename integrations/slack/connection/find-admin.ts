import type { WebClient } from '@slack/web-api';

const PAGE = 200;
/** Maximum pages read: in a workspace that large, an admin turns up long before. */
const PAGES = 10;

/** The workspace's primary owner, else an owner, else an admin; undefined if Slack shows none. */
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
