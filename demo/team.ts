import { beliefCards } from './action-cards/beliefs.js';
import { callCards } from './action-cards/calls.js';
import { earlierCards } from './action-cards/earlier.js';
import { urgentCards } from './action-cards/urgent.js';
import { daysBefore } from './days-ago.js';
import { participantLines } from './people.js';
import { decidedRecommendations } from './recommendations/decided.js';
import { openRecommendations } from './recommendations/open.js';
import { researchGapLines } from './research-gaps.js';
import { signalLine } from './signal-notes.js';
import { daySignals } from './signals/days.js';
import { moneySignals } from './signals/money.js';
import { startingSignals } from './signals/starting.js';
import type { SnapshotLine } from './snapshot-line.js';
import { afterReminders } from './studies/after-reminders.js';
import { diary } from './studies/diary.js';
import { firstFortnight } from './studies/first-fortnight.js';
import { gettingPaid } from './studies/getting-paid.js';
import { plannedStudies } from './studies/planned.js';
import { studyLines } from './study-notes.js';

/** The team's name and interview balance; a snapshot has no line for them. */
export const demoTeamFacts = { name: 'Kettle (demo)', interviewsLeft: 3, lowBalanceAt: 5 };

/**
 * The belief layer of a made-up team whose product, Kettle, is a diary and invoicing app for small
 * trades: lines of the snapshot format, with all times relative to `now`, so that what is new,
 * declining or stale stays so on whatever day the demo is loaded. The same `now` gives the same lines.
 */
export function demoTeam(now: Date): SnapshotLine[] {
  const daysAgo = daysBefore(now);
  const studies = [gettingPaid, diary, firstFortnight, afterReminders, ...plannedStudies];
  const signals = [...moneySignals, ...daySignals, ...startingSignals];
  return [
    ...participantLines(daysAgo),
    ...studies.flatMap((study) => studyLines(study, daysAgo)),
    ...signals
      .sort((one, other) => one.number - other.number)
      .map((signal) => signalLine(signal, daysAgo)),
    ...openRecommendations(daysAgo),
    ...decidedRecommendations(daysAgo),
    ...researchGapLines(daysAgo),
    ...urgentCards(daysAgo),
    ...callCards(daysAgo),
    ...beliefCards(daysAgo),
    ...earlierCards(daysAgo),
  ];
}
