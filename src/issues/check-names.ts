import type { TeamSettings } from '../core/team-settings.js';
import { listed } from '../core/words.js';
import { editDistance } from '../language/edit-distance.js';
import type { Choice, Tracker } from './tracker.js';
import { TrackerFailure } from './tracker-failure.js';

type NamesInSettings = Pick<
  TeamSettings,
  'tracker' | 'autoPush' | 'handOverTo' | 'trackerDefaults'
>;

/** Milliseconds to wait for a tracker while someone looks at the settings. */
const CHECK_MS = 10_000;
/** A tracker lists at most this many of each kind, so a full list may be incomplete. */
const FULL = 100;
const SHOWN = 5;
/** Names with more mistakes than this are listed in the tracker's own order. */
const NEAR = 4;

/** The names of one kind that a tracker has. */
interface Offer {
  tracker: Tracker;
  choices: readonly Choice[];
  /** True if the tracker may have more than it lists, or does not let us see them. */
  isPartial: boolean;
  whyNone?: string | undefined;
}

interface Offers {
  labels: Offer;
  people: Offer;
  agents?: Offer | undefined;
}

/** True if the settings name anything that a tracker could know. */
export const nameAnything = ({
  handOverTo,
  trackerDefaults: { labels, assignee },
}: Pick<NamesInSettings, 'handOverTo' | 'trackerDefaults'>): boolean =>
  labels.length > 0 || Boolean(assignee || handOverTo);

/**
 * Looks up the labels, the assignee and the coding agent of a team's settings in its trackers. Returns a sentence per
 * kind that none of them knows, or per tracker that could not be asked; none if all is well.
 */
export async function checkNames(
  all: ReadonlyMap<string, Tracker>,
  settings: NamesInSettings,
): Promise<string[]> {
  if (!nameAnything(settings)) return [];
  const answers = await Promise.all(
    chosenTrackers(all, settings).map((tracker) => withinTime(tracker, settings)),
  );
  const failures = answers.filter((answer) => typeof answer === 'string');
  if (failures.length > 0) return failures;
  const offers = answers.filter((answer) => typeof answer !== 'string');
  const {
    handOverTo,
    trackerDefaults: { labels, assignee },
  } = settings;
  const agents = offers.flatMap((offer) => offer.agents ?? []);
  const found = await Promise.all([
    unknown(
      'label',
      labels,
      offers.map((offer) => offer.labels),
    ),
    assignee === undefined ? undefined : unknownAssignee(assignee, offers),
    handOverTo === null ? undefined : unknown('coding agent', [handOverTo], agents),
  ]);
  return found.filter((sentence) => sentence !== undefined);
}

/** The trackers that the settings choose, or else every configured one. */
function chosenTrackers(
  all: ReadonlyMap<string, Tracker>,
  { tracker, autoPush }: NamesInSettings,
): Tracker[] {
  const chosen = [...all.values()].filter(
    ({ provider }) => provider === tracker || provider === autoPush,
  );
  return chosen.length > 0 ? chosen : [...all.values()];
}

/** Returns what the tracker has, or a sentence that says why that is not known. */
async function withinTime(tracker: Tracker, settings: NamesInSettings): Promise<Offers | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    const says = `${tracker.name} did not answer in time.`;
    timer = setTimeout(() => resolve(says), CHECK_MS);
  });
  const failed = (error: unknown): string => {
    if (!(error instanceof TrackerFailure)) throw error;
    return error.message;
  };
  try {
    const answer = await Promise.race([offersOf(tracker, settings).catch(failed), late]);
    return typeof answer === 'string' ? `Not checked in ${tracker.name}: ${answer}` : answer;
  } finally {
    clearTimeout(timer);
  }
}

async function offersOf(tracker: Tracker, settings: NamesInSettings): Promise<Offers> {
  const { handOverTo, trackerDefaults } = settings;
  const asksForChoices = nameAnything({ handOverTo: null, trackerDefaults });
  const [{ labels, people }, agents] = await Promise.all([
    asksForChoices ? tracker.choices() : { labels: [], people: [] },
    handOverTo ? tracker.agents?.list({ place: tracker.place }) : undefined,
  ]);
  const offer = (choices: readonly Choice[]): Offer => ({
    tracker,
    choices,
    isPartial: choices.length === 0 || choices.length >= FULL,
  });
  return {
    labels: offer(labels.map((name) => ({ id: name, name }))),
    people: offer(people),
    agents: agents && { ...offer(agents.agents), isPartial: false, whyNone: agents.whyNone },
  };
}

/** The sentence about the names that no tracker has; undefined if there are none, or if that cannot be said. */
function unknown(
  kind: 'label' | 'assignee' | 'coding agent',
  names: readonly string[],
  offers: readonly Offer[],
): string | undefined {
  if (offers.length === 0 || offers.some(({ isPartial }) => isPartial)) return undefined;
  const choices = offers.flatMap((offer) => offer.choices);
  const missing = names.filter((name) => !choices.some((choice) => isNamed(choice, name, kind)));
  const [first] = missing;
  if (first === undefined) return undefined;
  if (choices.length === 0) return offers.find(({ whyNone }) => whyNone)?.whyNone;
  const who = listed(offers.map(({ tracker }) => tracker.name));
  const [has, they] = offers.length === 1 ? ['has', 'it has'] : ['have', 'they have'];
  const spelled = kind === 'label' ? 'spelled' : 'called';
  const quoted = listed(
    missing.map((name) => `“${name}”`),
    'or',
  );
  return `${who} ${has} no ${kind} ${spelled} ${quoted}: ${they} ${nearest(choices, first)}.`;
}

/** Capitals count in a label, because some trackers tell them apart. */
const isNamed = ({ id, name }: Choice, asked: string, kind: string): boolean =>
  id === asked || (kind === 'label' ? name === asked : name.toLowerCase() === asked.toLowerCase());

/** A few names, the ones most like the misspelled one first. */
function nearest(choices: readonly Choice[], asked: string): string {
  const mistakes = ({ name }: Choice): number =>
    editDistance(name.toLowerCase(), asked.toLowerCase(), NEAR);
  const names = choices.toSorted((a, b) => mistakes(a) - mistakes(b)).map(({ name }) => name);
  const shown = [...new Set(names)];
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN).join(', ')}, …` : listed(shown);
}

/** Trackers differ in whether an email address names an assignee; the name always does. */
async function unknownAssignee(
  asked: string,
  offers: readonly Offers[],
): Promise<string | undefined> {
  const sentence = unknown(
    'assignee',
    [asked],
    offers.map(({ people }) => people),
  );
  if (!sentence || !asked.includes('@')) return sentence;
  for (const {
    people: { tracker },
  } of offers) {
    const person = await tracker.personByEmail?.(asked).catch(() => undefined);
    if (person) return `${tracker.name} knows “${asked}” as ${person.name}: enter that name.`;
  }
  return sentence;
}
