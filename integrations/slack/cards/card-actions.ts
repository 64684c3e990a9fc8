import { allowedTriggers, type Trigger } from '../../../src/beliefs/recommendations/lifecycle.js';
import type { CardOptions } from '../blocks/quotes.js';
import type { CardMaterial } from './card-material.js';
import { SNOOZE_CHOICES } from './snooze-choices.js';
import { isSnoozed } from './status.js';

export interface CardAction {
  /** An action id, with its detail after a colon. */
  action: string;
  text: string;
  /** A description of at most 75 characters, shown in the menu. */
  does: string;
  about: 'recommendation' | 'card';
  /** Styled as primary if it is the first button. */
  primary?: true;
  /** Only in the menu, because its description should be read first. */
  menuOnly?: true;
}

export const cardAction = (
  about: CardAction['about'],
  action: string,
  text: string,
  does: string,
  more: Pick<CardAction, 'primary' | 'menuOnly'> = {},
): CardAction => ({ about, action, text, does, ...more });

const PRIMARY = { primary: true } as const;

/** The actions for each trigger of the lifecycle table. */
const DECIDING: Record<Trigger, CardAction[]> = {
  accept: [
    cardAction(
      'recommendation',
      'recommendation.accept',
      'Accept',
      'Decides to do it. The card leaves the inbox.',
      PRIMARY,
    ),
    cardAction(
      'recommendation',
      'recommendation.accept-with-note',
      'Accept with a note…',
      'Decides to do it, and says why.',
    ),
  ],
  dismiss: [
    cardAction(
      'recommendation',
      'recommendation.dismiss',
      'Dismiss…',
      'Decides not to do it. Asks for the reason first.',
    ),
  ],
  ship: [
    cardAction(
      'recommendation',
      'recommendation.outcome:shipped',
      'Mark as shipped',
      'It is live. We’ll watch whether people still mention the problem.',
      PRIMARY,
    ),
  ],
  goStale: [
    cardAction(
      'recommendation',
      'recommendation.outcome:stale',
      'Mark as stale',
      'It was accepted, but will no longer be done.',
    ),
  ],
  validate: [
    cardAction(
      'recommendation',
      'recommendation.outcome:validated',
      'Mark as validated…',
      'The problem is solved: closes its beliefs. Asks first.',
      { menuOnly: true },
    ),
  ],
  reopen: [
    cardAction(
      'recommendation',
      'recommendation.reopen',
      'Reopen',
      'Undoes the decision, so that it can be decided again.',
    ),
  ],
};

const RESOLVE = cardAction(
  'card',
  'card.followed',
  'Resolve',
  'Takes the card out of the inbox as handled.',
  PRIMARY,
);
const RESOLVE_UNDECIDED = {
  ...RESOLVE,
  does: 'Hides only this card. The recommendation stays open.',
} satisfies CardAction;
const DISMISS = cardAction(
  'card',
  'card.dismissed',
  'Dismiss',
  'Takes the card out of the inbox as not worth it.',
);
const CONTACTED = cardAction(
  'card',
  'card.contacted',
  'Contacted',
  'Resolves the card and notes that you spoke with them today.',
  PRIMARY,
);
const BRING_BACK = cardAction(
  'card',
  'card.bring-back',
  'Bring back',
  'Puts the card back in the inbox.',
);
const WAKE = cardAction('card', 'card.wake', 'Wake now', 'Ends the snooze.');
const DRAFT = cardAction(
  'card',
  'gap.draft-study',
  'Draft study',
  'Drafts a study that would close the gap, and opens it.',
  PRIMARY,
);
const READ_DRAFT = cardAction(
  'card',
  'gap.read-draft',
  'Read the draft',
  'Opens the drafted study.',
);
const LINK = cardAction(
  'recommendation',
  'recommendation.link-issue',
  'Link an issue…',
  'Follows an issue or a page that tracks the work.',
);
const HAND_OVER = cardAction(
  'recommendation',
  'recommendation.hand-over',
  'Hand to a coding agent…',
  'Gives the issue to an agent that writes the change.',
  { menuOnly: true },
);
const SNOOZES = SNOOZE_CHOICES.map(({ id, text }) =>
  cardAction('card', `card.snooze:${id}`, text, 'Hides the card until then.'),
);

function decidingActions({ recommendation }: CardMaterial): CardAction[] {
  if (!recommendation) return [];
  return allowedTriggers(recommendation.state).flatMap((trigger) => DECIDING[trigger]);
}

/** Creating, linking and handing over issues, as long as there is work to track. */
function issueActions({ recommendation }: CardMaterial, { trackers }: CardOptions): CardAction[] {
  if (recommendation?.state !== 'open' && recommendation?.state !== 'accepted') return [];
  const { workItems } = recommendation;
  const missing = trackers.find(
    ({ provider }) => !workItems.some((item) => item.provider === provider),
  );
  // if nothing is linked yet, the team's preferred tracker comes first
  const which = workItems.length > 0 && missing ? `:${missing.provider}` : '';
  const create = cardAction(
    'recommendation',
    `recommendation.create-issue${which}`,
    'Create issue',
    'Shows the issue before it is created.',
    PRIMARY,
  );
  const canBeHandedOver = workItems.some(
    ({ madeIn, handover, state }) =>
      !handover &&
      (state === null || state === 'open' || state === 'started') &&
      trackers.some(({ provider, agents }) => provider === madeIn && agents),
  );
  return [...(missing ? [create] : []), LINK, ...(canBeHandedOver ? [HAND_OVER] : [])];
}

/** The next steps of a recommendation, in order: decide, make progress, report the outcome. */
function nextOfRecommendation(material: CardMaterial, options: CardOptions): CardAction[] {
  const { recommendation, card } = material;
  if (!recommendation) return [];
  const all = [...decidingActions(material), ...issueActions(material, options)];
  const wanted = (...names: string[]): CardAction[] =>
    names.flatMap((name) =>
      all.filter(({ action }) => action === name || action.startsWith(`${name}:`)),
    );
  // the fix did not work, so its subject has to be decided again
  if (card.type === 'fix_contradicted') {
    return wanted('recommendation.reopen').map((reopen) => ({ ...reopen, ...PRIMARY }));
  }
  if (recommendation.state === 'open') {
    return wanted('recommendation.accept', 'recommendation.dismiss');
  }
  if (recommendation.state !== 'accepted') return [];
  const isDone = recommendation.workItems.some(({ state }) => state === 'completed');
  const [ship, create] = ['recommendation.outcome:shipped', 'recommendation.create-issue'];
  if (isDone) return wanted(ship, create);
  const { workItems } = recommendation;
  const isGivenUp = workItems.length > 0 && workItems.every(({ state }) => state === 'canceled');
  const stale = isGivenUp ? wanted('recommendation.outcome:stale') : [];
  return [...stale.map((one) => ({ ...one, ...PRIMARY })), ...wanted(create, ship)];
}

/** Actions on the card itself, most likely first. */
function actionsOnCard({ card, gap, recommendation }: CardMaterial): CardAction[] {
  const draft = gap?.draftedStudyId
    ? [READ_DRAFT]
    : gap && (gap.status === 'open' || gap.status === 'accepted')
      ? [DRAFT]
      : [];
  if (card.resolvedAt !== null) {
    // a decision is undone by reopening the recommendation, which brings its card back
    const isDecided =
      card.type === 'new_recommendation' && recommendation && recommendation.state !== 'open';
    return [...(isDecided ? [] : [BRING_BACK]), ...draft];
  }
  const isOpen = recommendation?.state === 'open';
  return [
    ...(card.type === 'live_call' ? [CONTACTED] : []),
    ...draft,
    isOpen ? RESOLVE_UNDECIDED : RESOLVE,
    // an open recommendation is dismissed by a decision, so that its card has only one "Dismiss"
    ...(isOpen ? [] : [DISMISS]),
    ...SNOOZES,
  ];
}

/** Every action that the card allows now, most likely first. */
export function allCardActions(material: CardMaterial, options: CardOptions): CardAction[] {
  const ordered = [
    ...(isSnoozed(material.card, options.now) ? [WAKE] : []),
    ...nextOfRecommendation(material, options),
    ...actionsOnCard(material),
    ...decidingActions(material),
    ...issueActions(material, options),
  ];
  const calm = ordered.filter(({ menuOnly }) => !menuOnly);
  const all = [...calm, ...ordered];
  return all.filter(({ action }, at) => all.findIndex((one) => one.action === action) === at);
}
