import type {
  ContextBlock,
  InputBlock,
  KnownBlock,
  ModalView,
  PlainTextOption,
  SectionBlock,
} from '@slack/types';
import { ACTION_PRIORITIES, type ActionPriority } from '../../../db/entities/recommendation.js';
import type { SimilarIssue, SimilarTo } from '../../../src/issues/issue.js';
import type { AgentList, Choice, IssueChoices, Tracker } from '../../../src/issues/tracker.js';
import { WORK_ITEM_STATE_NAMES } from '../../../src/issues/update-status.js';
import { context, itemLink, literal, mrkdwn, ours, ownSentence, plain } from '../blocks/text.js';
import { markdownPreview } from './markdown-preview.js';

/** The subject of a form for a new issue, as read for one tracker. */
export interface FormSubject {
  title: string;
  priority?: ActionPriority | undefined;
  markdown: string;
  similarTo: Pick<SimilarTo, 'recommendationId' | 'signalId'>;
  /** The subject's issues, in any tracker, as lines of mrkdwn. */
  linked: readonly string[];
  /** Their URLs: the form does not name them again as similar issues. */
  linkedUrls: readonly string[];
  /** Only for a message. */
  message?: {
    /** The number of the next issue created from the message in this tracker. */
    copy: number;
    /** The beliefs that the message may be about. */
    beliefs: readonly Choice[];
    /** The id of the chosen belief, or `NO_BELIEF`. */
    belief: string;
    hasLink: boolean;
  };
}
export const ISSUE_FORM = 'work.issue-form';
/** The choice for a message that is not about a belief. */
export const NO_BELIEF = 'none';

/** Slack's maximum length of an option's value, and maximum number of options. */
const VALUE = 75;
const OPTIONS = 100;
const TITLE = 200;
/** Maximum issues of a message to show, latest first. */
const LINKED = 20;

/** Everything the form shows. */
export interface IssueForm {
  metadata: string;
  trackers: readonly Pick<Tracker, 'provider' | 'name'>[];
  tracker: Pick<Tracker, 'provider' | 'name' | 'placeName' | 'hasPriority'>;
  choices: IssueChoices;
  /** Absent if this tracker's issues cannot be handed to coding agents. */
  agents: AgentList | undefined;
  handTo: string | undefined;
  place: string | undefined;
  title: string;
  labels: readonly string[];
  assignee: string | undefined;
  priority: ActionPriority | undefined;
  /** Set if the issue is created from a message. */
  message?: FormSubject['message'];
  /** Every issue of the recommendation or message, in any tracker, as lines of mrkdwn. */
  linked: readonly string[];
  similar: readonly SimilarIssue[];
  markdown: string;
  /** The error of the last attempt. */
  problem?: string | undefined;
}

/** A new issue, filled in and editable; existing issues come first, to be linked instead. */
export function issueForm(form: IssueForm): ModalView {
  const { metadata, tracker } = form;
  return {
    type: 'modal',
    callback_id: ISSUE_FORM,
    private_metadata: metadata,
    title: ours(`New ${tracker.name} issue`.slice(0, 24)),
    submit: ours(form.linked.length > 0 ? 'Create another issue' : 'Create issue'),
    close: ours('Cancel'),
    blocks: [
      ...(form.problem ? [problem(form.problem)] : []),
      ...alreadyLinked(form),
      ...existing(form),
      ...fields(form),
      ...withoutLink(form),
      ...preview(form),
    ],
  };
}

export const problem = (sentence: string): SectionBlock => ({
  type: 'section',
  text: mrkdwn(`:warning: ${ownSentence(sentence, 1_500)}`),
});

/** A second issue for the same work is rarely wanted, so the form asks. */
function alreadyLinked({ linked, tracker, message }: IssueForm): KnownBlock[] {
  if (linked.length === 0) return [];
  const are = message ? 'Already created from this message' : 'Already linked';
  const question = `*${are}:* ${linked.slice(-LINKED).join(' · ')}\nCreate another issue, in ${literal(tracker.name, 40)}?`;
  return [{ type: 'section', text: mrkdwn(`:link: ${question}`) }, { type: 'divider' }];
}

function existing({ similar, tracker, message }: IssueForm): KnownBlock[] {
  if (similar.length === 0) return [];
  const found = similar.map((issue): SectionBlock => {
    const why = issue.why === 'link' ? 'links to this evidence' : 'has a similar title';
    const state = WORK_ITEM_STATE_NAMES[issue.state];
    const named = `${itemLink(issue.url, issue.externalId)} ${literal(issue.title, 200)}`;
    return {
      type: 'section',
      text: mrkdwn(`${named}\n${state} · ${why}`),
      // a message has no card, so there is nothing to link an existing issue to
      ...(!message && {
        accessory: {
          type: 'button',
          action_id: `work.link-this:${issue.nativeId}`.slice(0, 255),
          text: ours('Link this instead'),
          value: issue.url.slice(0, 2_000),
        },
      }),
    };
  });
  const head: SectionBlock = {
    type: 'section',
    text: ours(`:mag: ${tracker.name} may already have it:`),
  };
  return [head, ...found, { type: 'divider' }];
}

function fields(form: IssueForm): KnownBlock[] {
  const { trackers, tracker, choices, place = choices.places[0]?.id } = form;
  // the choices depend on the place: with its own block id, a field forgets the value entered for another place
  const here = (name: string): string => `${name}/${tracker.provider}/${place ?? ''}`.slice(0, 255);
  const assignee = choices.people.find(({ id, name }) => [id, name].includes(form.assignee ?? ''));
  const labels = choices.labels.filter((name) => form.labels.includes(name));
  const priorities = ACTION_PRIORITIES.map((id) => ({ id, name: id }));
  const chosenTracker = { id: tracker.provider, name: tracker.name };
  return [
    ...(trackers.length > 1
      ? select('tracker', 'Tracker', trackers.map(asChoice), chosenTracker, { dispatches: true })
      : []),
    ...select(
      `place/${tracker.provider}`,
      tracker.placeName.replace(/^./, (first) => first.toUpperCase()),
      choices.places,
      choices.places.find(({ id }) => id === place),
      { dispatches: true },
    ),
    {
      type: 'input',
      block_id: 'title',
      label: ours('Title'),
      element: {
        type: 'plain_text_input',
        action_id: 'title',
        max_length: TITLE,
        ...(form.title && { initial_value: form.title }),
      },
    },
    ...beliefField(form),
    ...labelField(here('labels'), choices.labels, labels),
    ...select(here('assignee'), 'Assignee', choices.people, assignee, { optional: true }),
    ...(tracker.hasPriority
      ? select(
          here('priority'),
          'Priority',
          priorities,
          priorities.find(({ id }) => id === form.priority),
          { optional: true },
        )
      : []),
    ...agentField(here('agent'), form.agents, form.handTo),
  ];
}

/** The beliefs that a message may be about. */
function beliefField({ message }: IssueForm): KnownBlock[] {
  if (!message || message.beliefs.length === 0) return [];
  const choices = [...message.beliefs, { id: NO_BELIEF, name: 'None of them' }];
  const chosen = choices.find(({ id }) => id === message.belief);
  return select('belief', 'Belief that it is about', choices, chosen, { dispatches: true });
}

function withoutLink({ message }: IssueForm): KnownBlock[] {
  if (!message || message.hasLink) return [];
  return [
    context(
      ':information_source: The issue has no link to the message: Slack provides one only if Belief Layer is in the conversation.',
    ),
  ];
}

/** A choice of coding agents, off by default; or why there are none. Empty for trackers without agents. */
export function agentField(
  blockId: string,
  list: AgentList | undefined,
  chosenId: string | undefined,
  optional = true,
): KnownBlock[] {
  if (!list) return [];
  const chosen = list.agents.find(({ id }) => id === chosenId);
  const field = select(blockId, 'Hand to a coding agent', list.agents, chosen, { optional });
  if (field.length > 0) return field;
  const why = list.whyNone ?? 'There is no coding agent here.';
  return [context(`:robot_face: ${ownSentence(why, 1_500)}`)];
}

const asChoice = ({ provider, name }: Pick<Tracker, 'provider' | 'name'>): Choice => ({
  id: provider,
  name,
});

const option = ({ id, name }: Choice): PlainTextOption => ({ value: id, text: plain(name, 75) });

/** Empty if there is nothing to choose. */
function select(
  blockId: string,
  name: string,
  choices: readonly Choice[],
  chosen: Choice | undefined,
  { optional = false, dispatches = false }: { optional?: boolean; dispatches?: boolean },
): InputBlock[] {
  const offered = choices.filter(({ id }) => id.length <= VALUE).slice(0, OPTIONS);
  if (offered.length === 0) return [];
  const initial = offered.find(({ id }) => id === chosen?.id);
  const kind = blockId.split('/')[0];
  return [
    {
      type: 'input',
      block_id: blockId,
      label: ours(name),
      optional,
      dispatch_action: dispatches,
      element: {
        type: 'static_select',
        action_id: `work.${kind}`,
        options: offered.map(option),
        ...(initial && { initial_option: option(initial) }),
      },
    },
  ];
}

function labelField(
  blockId: string,
  names: readonly string[],
  chosen: readonly string[],
): InputBlock[] {
  const offered = names.filter((name) => name.length <= VALUE && name.trim() !== '');
  const first = offered.slice(0, OPTIONS);
  if (first.length === 0) return [];
  const asOption = (name: string): PlainTextOption => option({ id: name, name });
  const initial = chosen.filter((name) => first.includes(name)).map(asOption);
  return [
    {
      type: 'input',
      block_id: blockId,
      label: ours('Labels'),
      optional: true,
      element: {
        type: 'multi_static_select',
        action_id: 'work.labels',
        options: first.map(asOption),
        ...(initial.length > 0 && { initial_options: initial }),
      },
    },
  ];
}

/** The body as the tracker will render it. */
function preview({ markdown, message }: IssueForm): KnownBlock[] {
  const withLink = message ? '' : ', with a link back to the evidence';
  const head: ContextBlock = {
    type: 'context',
    elements: [ours(`The issue will look like this${withLink}:`)],
  };
  return [{ type: 'divider' }, head, markdownPreview(markdown)];
}
