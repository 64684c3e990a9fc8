import type { Turn } from '../../../db/entities/source-item.js';
import { Refusal } from '../../../src/core/errors.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { type MessageDraft, spokenText, writtenAt } from './draft.js';

const MOST = 200;

/**
 * Returns the thread around a message as turns; `turn` is the message's own. Throws `forbidden` if it cannot be
 * read.
 */
export async function threadTurns(
  slack: Slack,
  draft: MessageDraft,
): Promise<{ turns: Turn[]; turn: number }> {
  const thread = draft.threadTs ?? draft.messageTs;
  const startedAt = writtenAt(thread).getTime();
  const messages = await repliesOf(slack, draft.channelId, thread);
  const said: { ts: string; turn: Turn }[] = [];
  for (const { ts, user, text } of messages) {
    // the message itself stays as it was shown, even if it was edited or deleted since
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
      'Invite Belief Layer to this channel to save the whole thread, or save only the message.',
    );
  }
}

const nameOf = async (slack: Slack, user: string | undefined): Promise<string> =>
  user ? (await slack.people.find(user, undefined)).name : 'An app';
