import { SlackDraft } from '../../../db/entities/slack.js';
import { cardRecommendation } from '../../../db/queries/card-material.js';
import { nearestBeliefs } from '../../../src/answers/ask/nearest-beliefs.js';
import { withTeamsNamesShown } from '../../../src/beliefs/participants/shown-name.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { type IssueRequest, priorityOf } from '../../../src/issues/issue.js';
import { issuePacket } from '../../../src/issues/issue-packet.js';
import {
  createIssueOfMessage,
  type MessageIssueResult,
  messageDraft,
} from '../../../src/issues/message-issue.js';
import { linkTarget, type SourceMessage } from '../../../src/issues/message-markdown.js';
import { createWorkItem, type WorkItemResult } from '../../../src/issues/push.js';
import { issuesOfMessage } from '../../../src/issues/queries/message-issues.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { WORK_ITEM_STATE_NAMES } from '../../../src/issues/update-status.js';
import { itemLink, literal } from '../blocks/text.js';
import { recommendationOf } from '../cards/decide.js';
import { linkedItems } from '../cards/status.js';
import {
  type MessageDraft,
  readMessageDraft,
  sourceItemIdOf,
  writtenAt,
} from '../evidence/draft.js';
import type { Click } from '../requests/handlers.js';
import type { ModalMeta } from '../requests/payloads.js';
import { type FormSubject, NO_BELIEF } from './issue-form.js';
import type { FormInput } from './issue-form-input.js';

const BELIEFS = 3;

/** The subject of the form that this click opened: a message if its metadata counts copies, otherwise a card. */
export const readSubject = (
  click: Click,
  tracker: Tracker,
  input: FormInput,
  meta: Pick<ModalMeta, 'copy'>,
): Promise<FormSubject> =>
  meta.copy === undefined ? ofCard(click) : ofMessage(click, tracker, input);

async function ofCard({ ctx, subjectId }: Click): Promise<FormSubject> {
  const recommendationId = await recommendationOf(ctx, subjectId);
  const [{ recommendation, markdown }, card] = await Promise.all([
    issuePacket(ctx, recommendationId),
    ctx.db.row(cardRecommendation, recommendationId),
  ]);
  return {
    title: recommendation.title,
    priority: priorityOf(recommendation.actionItems),
    markdown,
    similarTo: { recommendationId },
    linked: linkedItems(card?.workItems ?? [], ctx.addressRules),
    linkedUrls: (card?.workItems ?? []).map(({ url }) => url),
  };
}

async function ofMessage(
  { ctx, slack, subjectId }: Click,
  tracker: Tracker,
  input: FormInput,
): Promise<FormSubject> {
  const draft = await draftOf({ ctx, subjectId });
  const message = sourceOf(draft);
  const [near, made, { names }] = await Promise.all([
    nearestBeliefs(ctx, draft.text, BELIEFS),
    ctx.db.rows(issuesOfMessage, message.key),
    readSettings(ctx.db),
  ]);
  const beliefs = await Promise.all(
    near.beliefs.map(async ({ signalId, refNumber, label }) => ({
      id: signalId,
      name: `${signalRef(refNumber)} ${await withTeamsNamesShown(ctx, label, names)}`,
    })),
  );
  const asked = input.belief ?? near.nearest?.signalId;
  const belief = beliefs.find(({ id }) => id === asked)?.id ?? NO_BELIEF;
  const { title, markdown, signalId } = await messageDraft(ctx, message, signalOf({ belief }));
  const copies = made.filter(({ provider }) => provider === tracker.provider);
  return {
    title,
    markdown,
    similarTo: { signalId },
    linkedUrls: made.map(({ url }) => url),
    linked: made.map(({ provider, externalId, url, state }) => {
      const name = [slack.trackers.get(provider)?.name, externalId].filter(Boolean).join(' ');
      return itemLink(url, name) + (state ? ` (${WORK_ITEM_STATE_NAMES[state]})` : '');
    }),
    message: {
      copy: Math.max(0, ...copies.map(({ copy }) => copy)) + 1,
      beliefs,
      belief,
      hasLink: message.url !== undefined,
    },
  };
}

/** A created or existing issue, with our sentence about what happens next. */
export interface MadeIssue extends WorkItemResult {
  next?: string | undefined;
  /** The place of the message that it was created from. */
  saidIn?: { channelId: string; threadTs?: string | undefined };
}

/** Creates what the form shows. */
export async function createFrom(
  { ctx, subjectId }: Click,
  tracker: Tracker,
  { belief, tracker: _, ...entered }: FormInput,
  { copy }: Pick<ModalMeta, 'copy'>,
): Promise<MadeIssue> {
  const request: IssueRequest = { ...entered, labels: entered.labels ?? [] };
  if (copy === undefined) {
    const recommendationId = await recommendationOf(ctx, subjectId);
    const issue = await createWorkItem(ctx, tracker, recommendationId, request);
    const next = request.handTo && 'The card shows how the handover goes.';
    return { ...issue, next };
  }
  const draft = await draftOf({ ctx, subjectId });
  const wanted = { ...request, ...signalOf({ belief }) };
  const issue = await createIssueOfMessage(ctx, tracker, sourceOf(draft), copy, wanted);
  await ctx.db.delete(SlackDraft, { draftId: subjectId });
  const { channelId, threadTs } = draft;
  return { ...issue, next: whereItShows(issue), saidIn: { channelId, threadTs } };
}

function whereItShows({ belief, recommendation }: MessageIssueResult): string | undefined {
  if (!belief) return undefined;
  const ref = signalRef(belief.signal.refNumber);
  return recommendation
    ? `Linked to ${ref} through its recommendation “${literal(recommendation.title, 150)}”, which shows the issue’s state.`
    : `Linked to ${ref}: the belief’s page shows the issue’s state.`;
}

const signalOf = ({ belief }: Pick<FormInput, 'belief'>): { signalId?: string } =>
  belief === undefined || belief === NO_BELIEF ? {} : { signalId: belief };

/** Returns the draft. Throws `invalid_request` if its issue was already created, or after a week. */
async function draftOf({ ctx, subjectId }: Pick<Click, 'ctx' | 'subjectId'>) {
  const draft = await readMessageDraft(ctx, subjectId, 'issue');
  if (draft) return draft;
  throw invalidRequest(
    'This form has already been used or has expired. Choose “Create issue” on the message again to see its issues.',
  );
}

const sourceOf = (draft: MessageDraft): SourceMessage => ({
  key: sourceItemIdOf(draft),
  text: draft.text,
  files: draft.files,
  saidBy: draft.speakerName,
  saidAt: writtenAt(draft.messageTs),
  url: draft.link && linkTarget(draft.link),
});
