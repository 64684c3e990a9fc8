import type { Turn } from '../../../db/entities/source-item.js';
import { Refusal } from '../../../src/core/errors.js';
import { unescaped } from '../blocks/text.js';
import type { People } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { type EvidenceDraft, writtenAt } from './draft.js';

const MOST = 200;

/** The thread around a message, as turns; `turn` is the message's own. Throws `forbidden` if it cannot be read. */
export async function threadTurns(
  slack: Slack,
  draft: EvidenceDraft,
): Promise<{ turns: Turn[]; turn: number }> {
  const thread = draft.threadTs ?? draft.messageTs;
  const startedAt = writtenAt(thread).getTime();
  const messages = await repliesOf(slack, draft.channelId, thread);
  const said: { ts: string; turn: Turn }[] = [];
  for (const { ts, user, text } of messages) {
    // the message itself stays as it was shown when saved, even if edited or deleted since
    const own = ts === draft.messageTs;
    if (!ts || !(own || text)) continue;
    const speaker = own ? draft.speakerName : await nameOf(slack, user);
    const words = own ? draft.text : await spokenText(text ?? '', slack.people);
    const atSecs = Math.max(0, Math.round((writtenAt(ts).getTime() - startedAt) / 1000));
    said.push({ ts, turn: { speaker, text: words, atSecs } });
  }
  const turn = said.findIndex(({ ts }) => ts === draft.messageTs);
  if (turn < 0) return { turns: [{ speaker: draft.speakerName, text: draft.text }], turn: 0 };
  return { turns: said.map((one) => one.turn), turn };
}

async function repliesOf(slack: Slack, channel: string, ts: string) {
  try {
    const answer = await slack.client.conversations.replies({ channel, ts, limit: MOST });
    return answer.messages ?? [];
  } catch (error) {
    if (slackFailure(error).kind !== 'channel') throw error;
    throw new Refusal(
      'forbidden',
      'Invite Belief Layer to this channel to keep the whole thread, or save the message alone.',
    );
  }
}

const nameOf = async (slack: Slack, user: string | undefined): Promise<string> =>
  user ? (await slack.people.find(user, undefined)).name : 'An app';

const MENTION = /<@([A-Z0-9]+)(?:\|[^<>]*)?>/g;
const MOST_NAMES = 20;

/** A message's text as displayed: names for mentions, words for links, nothing escaped. */
export async function spokenText(text: string, people: People): Promise<string> {
  const ids = [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
  const found = await Promise.all(ids.slice(0, MOST_NAMES).map((id) => people.find(id, undefined)));
  const names = new Map(found.map(({ userId, name }) => [userId, name]));
  return unescaped(
    text
      .replace(MENTION, (_, id: string) => `@${names.get(id) ?? id}`)
      .replace(/<#[A-Z0-9]+\|([^<>]+)>/g, '#$1')
      .replace(/<!(?:subteam\^[A-Z0-9]+\|)?@?([^<>|^]+)>/g, '@$1')
      .replace(/<[^<>|]*\|([^<>]*)>/g, '$1')
      .replace(/<((?:https?|mailto|tel):[^<>]*)>/g, '$1'),
  ).trim();
}
