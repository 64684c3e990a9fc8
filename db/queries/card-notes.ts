import type { CardNote } from '../entities/action-card.js';
import type { ActorType } from '../entities/history-entry.js';
import { teamStatement } from '../statement.js';

/** Adds a note if the card has a message, and so a thread. */
export const addCardNote = teamStatement<
  { noteId: string },
  {
    actionCardId: string;
    note: object;
    now: Date;
    actorType: string;
    actorId: string;
    actorName: string;
  }
>(
  'cardNotes.add',
  ($) => `
   insert into card_notes (team_id, action_card_id, note, at, actor_type, actor_id, actor_name)
   select $1, ${$.actionCardId}, ${$.note}::jsonb, ${$.now}, ${$.actorType}, ${$.actorId}, ${$.actorName}
    where exists (select 1 from slack_messages
                   where team_id = $1 and subject_type = 'action_card' and subject_id = ${$.actionCardId})
   returning note_id as "noteId"`,
);

export interface CardNoteRow {
  noteId: string;
  note: CardNote;
  at: Date;
  actorType: ActorType;
  actorId: string;
  actorName: string;
}

/** The notes not yet posted to the thread of card $2, in order. */
export const waitingNotes = teamStatement<CardNoteRow, [actionCardId: string]>(
  'cardNotes.waiting',
  `select note_id as "noteId", note, at, actor_type as "actorType", actor_id as "actorId",
          actor_name as "actorName"
     from card_notes where team_id = $1 and action_card_id = $2 order by note_id limit 20`,
);

/** Deletes note $2 once it is posted under every message of its card, in all workspaces of the team. */
export const noteSaid = teamStatement<{ noteId: string }, [noteId: string]>(
  'cardNotes.said',
  `delete from card_notes n where n.team_id = $1 and n.note_id = $2
      and not exists (
        select 1 from slack_messages m
         where m.team_id = $1 and m.subject_type = 'action_card' and m.subject_id = n.action_card_id
           and m.failure is null and m.claimed_at <= n.at
           and not exists (
             select 1 from slack_messages said
              where said.team_id = $1 and said.subject_type = 'card_note'
                and said.subject_id = n.note_id::text and said.workspace_id = m.workspace_id
                and said.channel_id = m.channel_id
                and (said.ts is not null or said.failure is not null)))
   returning n.note_id as "noteId"`,
);

/** Cards with notes that could not be posted because Slack was unavailable. */
export const cardsWithNotes = teamStatement<{ actionCardId: string }>(
  'cardNotes.cards',
  `select distinct action_card_id as "actionCardId" from card_notes where team_id = $1 limit 100`,
);

/** Drops notes after a day: the card's history shows the same. */
export const forgetNotes = teamStatement<{ noteId: string }>(
  'cardNotes.forget',
  `delete from card_notes where team_id = $1 and at < now() - interval '1 day'
   returning note_id as "noteId"`,
);
