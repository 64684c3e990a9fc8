import type {
  InputBlock,
  InputBlockElement,
  KnownBlock,
  ModalView,
  PlainTextOption,
} from '@slack/types';
import type { TeamSettings } from '../../../src/core/team-settings.js';
import { cut } from '../../../src/core/words.js';
import type { TrackerName } from '../blocks/quotes.js';
import { mrkdwn, ours, ownSentence } from '../blocks/text.js';
import { type DigestDays, digestDaysOf, digestTimeOf } from '../delivery/when-to-write.js';
import { SETTINGS_MODAL } from '../requests/may-act.js';

type Option = PlainTextOption & { value: string };
const option = (value: string, text: string): Option => ({ value, text: ours(cut(text, 75)) });
const pick = (options: readonly Option[], value: string): Option =>
  options.find((one) => one.value === value) ?? options[0]!;

const NAMES = [
  option('short', 'First name and initial'),
  option('full', 'Full name'),
  option('hidden', 'No name'),
];
const WHO = [
  option('everyone', 'Everyone in the workspace'),
  option('admins', 'Workspace admins'),
  option('chosen', 'The people chosen below'),
];
const FLAGS = {
  quotesInSharedChannels: 'Show quotes in channels that another organization reads',
  commentBack: 'Post decisions and outcomes to the linked issue',
  quotesInPublicIssues: 'Show quotes in answers inside public repositories',
  autoShip: 'Mark a recommendation as shipped when its issue is done',
  customerRequests: 'Linear: one customer request per quote',
  beliefLabels: 'GitHub: label new issues with kind and confidence',
  subIssues: 'GitHub: one sub-issue per action',
} as const;

/** Settings about issues that can be turned on or off. */
export const ISSUE_FLAGS = [
  'commentBack',
  'autoShip',
  'quotesInPublicIssues',
  'customerRequests',
  'beliefLabels',
  'subIssues',
] as const satisfies readonly (keyof typeof FLAGS)[];

/** The form's inputs besides the team's settings. */
interface SettingsSurroundings {
  trackers: readonly TrackerName[];
  /** From SLACK_CHANNEL; applies if no channel is chosen. */
  channelId: string | undefined;
  digestCron: string;
  timeZone: string;
}

/**
 * A form for a team's settings. Every field names the default that applies if it is left empty. `remarks` are
 * sentences of ours about what was just saved.
 */
export function settingsModal(
  settings: TeamSettings,
  around: SettingsSurroundings,
  privateMetadata: string,
  remarks: readonly string[] = [],
): ModalView {
  return {
    type: 'modal',
    callback_id: SETTINGS_MODAL,
    private_metadata: privateMetadata,
    title: ours('Settings'),
    submit: ours('Save'),
    close: ours('Cancel'),
    blocks: [
      ...savedBut(remarks),
      ...channelFields(settings, around),
      ...quietFields(settings),
      ...peopleFields(settings),
      ...(around.trackers.length > 0 ? trackerFields(settings, around.trackers) : []),
    ],
  };
}

const REMARK = 900;

function savedBut(remarks: readonly string[]): KnownBlock[] {
  if (remarks.length === 0) return [];
  const said = remarks.map((remark) => ownSentence(remark, REMARK)).join('\n');
  return [{ type: 'section', text: mrkdwn(`:warning: *Saved.* ${said}`) }];
}

/** The window in place of the form, with one sentence of ours in mrkdwn. */
export const settingsNotice = (sentence: string): ModalView => ({
  type: 'modal',
  title: ours('Settings'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: mrkdwn(sentence) }],
});

function input(
  name: string,
  label: string,
  element: InputBlockElement,
  { hint, required = false }: { hint?: string; required?: boolean } = {},
): InputBlock {
  return {
    type: 'input',
    block_id: name,
    label: ours(label),
    optional: !required,
    element: { ...element, action_id: name } as InputBlockElement,
    ...(hint ? { hint: ours(hint) } : {}),
  };
}

const choice = (
  name: string,
  label: string,
  options: readonly Option[],
  value: string,
  hint?: string,
): InputBlock =>
  input(
    name,
    label,
    { type: 'static_select', options: [...options], initial_option: pick(options, value) },
    { required: true, ...(hint ? { hint } : {}) },
  );

function channelFields(settings: TeamSettings, around: SettingsSurroundings): KnownBlock[] {
  const channel = settings.channel ?? around.channelId;
  const cron = settings.digestCron ?? around.digestCron;
  const days: Record<DigestDays, string> = {
    weekdays: 'On weekdays',
    daily: 'Every day',
    mondays: 'On Mondays',
    other: `As now: ${cron}`,
  };
  const current = digestDaysOf(cron);
  const offered = Object.entries(days)
    .filter(([value]) => value !== 'other' || current === 'other')
    .map(([value, text]) => option(value, text));
  return [
    input(
      'channel',
      'Channel for cards and the digest',
      {
        type: 'conversations_select',
        filter: { include: ['public', 'private'], exclude_bot_users: true },
        ...(channel ? { initial_conversation: channel } : {}),
      },
      {
        hint: 'Invite Belief Layer to it. Leave empty to use the channel that the operator configured.',
      },
    ),
    choice('digestDays', 'Digest', offered, current),
    input('digestTime', 'Digest at', {
      type: 'timepicker',
      initial_time: digestTimeOf(cron) ?? '09:00',
    }),
    input(
      'timeZone',
      'Time zone of the team',
      { type: 'plain_text_input', initial_value: settings.timeZone ?? around.timeZone },
      { hint: 'An IANA name such as Europe/Stockholm; the digest and the quiet hours follow it.' },
    ),
  ];
}

function quietFields({ quietHours, cardsPerDay }: TeamSettings): KnownBlock[] {
  const time = (value: string | undefined): InputBlockElement => ({
    type: 'timepicker',
    ...(value ? { initial_time: value } : {}),
  });
  return [
    input('quietFrom', 'Quiet hours from', time(quietHours?.from)),
    input('quietTo', 'Quiet hours to', time(quietHours?.to), {
      hint: 'Nothing new is posted during these hours. Leave both empty for no quiet hours.',
    }),
    input(
      'cardsPerDay',
      'Maximum new non-urgent cards per day in the channel',
      {
        type: 'number_input',
        is_decimal_allowed: false,
        min_value: '0',
        max_value: '200',
        initial_value: String(cardsPerDay),
      },
      {
        required: true,
        hint: 'Urgent cards are posted at once and are not counted. The rest wait for the digest.',
      },
    ),
  ];
}

function peopleFields(settings: TeamSettings): KnownBlock[] {
  const { whoMayAct, names } = settings;
  const chosen = typeof whoMayAct === 'string' ? [] : whoMayAct;
  return [
    choice('names', 'Participants are shown with', NAMES, names),
    choice('whoMayAct', 'Who may act', WHO, typeof whoMayAct === 'string' ? whoMayAct : 'chosen'),
    input('people', 'People who may act', {
      type: 'multi_users_select',
      max_selected_items: 100,
      ...(chosen.length > 0 ? { initial_users: chosen } : {}),
    }),
    flags('privacy', 'Privacy', ['quotesInSharedChannels'], settings),
  ];
}

function trackerFields(settings: TeamSettings, trackers: readonly TrackerName[]): KnownBlock[] {
  const { trackerDefaults } = settings;
  const named = trackers.map(({ provider, name }) => option(provider, name));
  const pushes = [
    option('default', 'As the operator configured'),
    option('off', 'No'),
    ...trackers.map(({ provider, name }) => option(provider, `Yes, in ${name}`)),
  ];
  return [
    choice(
      'tracker',
      'Create issues in',
      [option('none', 'No preference'), ...named],
      settings.tracker ?? 'none',
    ),
    choice('autoPush', 'Accepting creates an issue', pushes, settings.autoPush ?? 'default'),
    ...(trackers.some(({ agents }) => agents)
      ? [
          input(
            'handOverTo',
            'Hand the issues that accepting creates to this coding agent',
            {
              type: 'plain_text_input',
              max_length: 200,
              ...(settings.handOverTo ? { initial_value: settings.handOverTo } : {}),
            },
            {
              hint: "The agent's name in the tracker, such as Copilot. Leave empty to hand over to no one.",
            },
          ),
        ]
      : []),
    flags('issues', 'Issues', ISSUE_FLAGS, settings),
    input(
      'labels',
      'Labels of new issues',
      {
        type: 'plain_text_input',
        ...(trackerDefaults.labels.length > 0
          ? { initial_value: trackerDefaults.labels.join(', ') }
          : {}),
      },
      { hint: 'Separated by commas.' },
    ),
    input('assignee', 'Assignee of new issues', {
      type: 'plain_text_input',
      ...(trackerDefaults.assignee ? { initial_value: trackerDefaults.assignee } : {}),
    }),
  ];
}

function flags(
  name: string,
  label: string,
  keys: readonly (keyof typeof FLAGS)[],
  settings: TeamSettings,
): InputBlock {
  const options = keys.map((key) => option(key, FLAGS[key]));
  const on = options.filter((_, index) => settings[keys[index]!]);
  return input(name, label, {
    type: 'checkboxes',
    options,
    ...(on.length > 0 ? { initial_options: on } : {}),
  });
}
