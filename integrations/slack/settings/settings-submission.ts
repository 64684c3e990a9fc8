import {
  changeSettings,
  type SettingsPatch,
  teamSettings,
} from '../../../src/core/team-settings.js';
import { checkNames, nameAnything } from '../../../src/issues/check-names.js';
import { ownSentence } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';
import { type DigestDays, digestCron } from '../delivery/when-to-write.js';
import type { Entered, SubmissionHandler } from '../requests/handlers.js';
import { refuseUnlessAdmin } from '../requests/may-act.js';
import { showView } from '../requests/modals.js';
import { settingsForm } from './open-settings.js';
import { ISSUE_FLAGS, settingsNotice } from './settings-modal.js';

/** Problems by field, worded for the admin. */
function checkSettings(entered: Entered): Record<string, string> {
  const { shape } = teamSettings;
  const problems: Record<string, string> = {};
  if (entered.timeZone && !shape.timeZone.safeParse(entered.timeZone).success)
    problems.timeZone = 'Enter an IANA time zone such as Europe/Stockholm.';
  if (entered.digestDays && entered.digestDays !== 'other' && !entered.digestTime)
    problems.digestTime = 'Choose a time.';
  if (Boolean(entered.quietFrom) !== Boolean(entered.quietTo))
    problems[entered.quietFrom ? 'quietTo' : 'quietFrom'] = 'Set both times, or neither.';
  else if (entered.quietFrom && entered.quietFrom === entered.quietTo)
    problems.quietTo = 'Quiet hours must not start and end at the same time.';
  if (!shape.cardsPerDay.safeParse(Number(entered.cardsPerDay)).success)
    problems.cardsPerDay = 'Enter a whole number from 0 to 200.';
  if (entered.whoMayAct === 'chosen' && splitList(entered.people).length === 0)
    problems.people = 'Choose at least one person.';
  if (splitList(entered.labels).length > 20) problems.labels = 'Enter at most 20 labels.';
  if (splitList(entered.labels).some((label) => label.length > 100))
    problems.labels = 'A label may have at most 100 characters.';
  if ((entered.assignee?.length ?? 0) > 200)
    problems.assignee = 'The assignee may have at most 200 characters.';
  return problems;
}

/** Saves the settings, then looks up in the trackers what they name: a misspelling shows before the first issue. */
export const settingsSubmission: SubmissionHandler = {
  check: checkSettings,
  waiting: (entered) =>
    nameAnything(namesIn(entered))
      ? settingsNotice(':hourglass_flowing_sand: Looking up names in the tracker…')
      : undefined,
  failed: (sentence) => settingsNotice(`:warning: ${sentence}`),
  async run(click, entered) {
    const { slack, ctx, person, view } = click;
    await refuseUnlessAdmin(slack, person);
    const saved = await changeSettings(ctx, patchOf(entered, slack));
    if (!view || !nameAnything(namesIn(entered))) return;
    const remarks = await checkNames(slack.trackers, saved);
    if (remarks.length === 0) {
      return showView(click, view.id, settingsNotice(':white_check_mark: Saved.'));
    }
    const form = settingsForm(slack, saved, view.metadata, remarks);
    await showView(click, view.id, form, ownSentence(`Saved. ${remarks.join(' ')}`, 2_500));
  },
};

/** The free text that names something in a tracker. */
const namesIn = ({ labels, assignee, handOverTo }: Entered) => ({
  handOverTo: handOverTo?.trim() || null,
  trackerDefaults: {
    labels: splitList(labels),
    ...(assignee?.trim() && { assignee: assignee.trim() }),
  },
});

/**
 * Changes only fields that the form showed. A value equal to the configured one is not stored, so that it keeps
 * following the configuration.
 */
function patchOf(entered: Entered, { settings, digest }: Slack): SettingsPatch {
  const { quietFrom, quietTo, digestDays, digestTime } = entered;
  const days = digestDays as DigestDays | undefined;
  const cron = days && days !== 'other' ? digestCron(days, digestTime ?? '09:00') : undefined;
  const chosen = (name: string): boolean => splitList(entered.privacy).includes(name);
  return {
    channel: chosenOver(settings.channelId, entered.channel),
    timeZone: chosenOver(digest.timeZone, entered.timeZone),
    ...(cron ? { digestCron: chosenOver(digest.cron, cron) } : {}),
    quietHours: quietFrom && quietTo ? { from: quietFrom, to: quietTo } : undefined,
    cardsPerDay: Number(entered.cardsPerDay),
    names: entered.names as SettingsPatch['names'],
    whoMayAct:
      entered.whoMayAct === 'chosen'
        ? splitList(entered.people)
        : (entered.whoMayAct as 'everyone' | 'admins'),
    quotesInSharedChannels: chosen('quotesInSharedChannels'),
    ...('tracker' in entered ? trackerPatch(entered) : {}),
  };
}

function trackerPatch(entered: Entered): SettingsPatch {
  const { tracker, autoPush, issues } = entered;
  const { handOverTo, trackerDefaults } = namesIn(entered);
  return {
    ...('handOverTo' in entered ? { handOverTo: handOverTo ?? undefined } : {}),
    tracker: tracker === 'none' ? undefined : (tracker as SettingsPatch['tracker']),
    autoPush: autoPush === 'default' ? undefined : (autoPush as SettingsPatch['autoPush']),
    ...Object.fromEntries(ISSUE_FLAGS.map((name) => [name, splitList(issues).includes(name)])),
    trackerDefaults,
  };
}

const chosenOver = (configured: string | undefined, value: string | undefined) =>
  value === configured ? undefined : value;

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
