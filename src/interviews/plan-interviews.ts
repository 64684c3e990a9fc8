import type { SpeakerCount } from '../../db/entities/source-file.js';
import type { Turn } from '../../db/entities/source-item.js';
import { OnlyInterviewers } from '../core/errors.js';
import { days } from '../core/numbers.js';
import type {
  Highlight,
  ParsedHighlights,
  ParsedInterview,
  ParsedTranscript,
} from './formats/parsed-file.js';
import { readDate } from './formats/read-date.js';
import { UNLABELLED_ASKS, UNLABELLED_SPEAKS } from './formats/unlabelled.js';
import { hideNames, maskText } from './mask.js';
import { contentId } from './open-study.js';
import { nameOfFile, type Person, personOf } from './participants/person.js';
import { findInterviewers, isNamed, type RoleHints } from './roles/find-interviewers.js';
import { countSpeakers } from './roles/role-words.js';

export interface PlanOptions extends RoleHints {
  studyId: string;
  fileId: string;
  fileName: string;
  /** The participant's name, if the transcript names no one. */
  participantName?: string;
  /** The date to use if the file states none. */
  capturedAt: Date;
  mask?: boolean;
  anonymous?: boolean;
  now: Date;
  /** True if a participant of this name was erased; their words are not read. */
  erased?: (name: string) => boolean;
}

/** One interview with one person, ready to be stored. */
export interface PlannedInterview {
  sourceItemId: string;
  /** The study that the file names for the interview; if absent, the study it is ingested into. */
  studyName?: string;
  person: Person;
  email?: string;
  capturedAt: Date;
  /** Set if `capturedAt` is the given time, since neither the file nor its name states one. */
  undated?: true;
  /** Speakers who are not the participant. */
  interviewers: string[];
  /** The turns of the interviewers and of this participant, not of other participants. */
  transcript?: Turn[];
  /** The group talk that the interview is part of, with the position of each turn in the talk. */
  talk?: { talkId: string; turns: number[] };
  highlights?: Highlight[];
}

export interface Plan {
  interviews: PlannedInterview[];
  /** All speakers of the file, with their original names. */
  speakers: SpeakerCount[];
  warnings: string[];
}

/** A date further than this in the future is not the date of a talk. */
const TOMORROW_MS = days(1);

/** The time of the talk as stated in the file or its name, or else as given. */
function dated(
  stated: Date | undefined,
  { fileName, capturedAt, now }: PlanOptions,
): Pick<PlannedInterview, 'capturedAt' | 'undated'> {
  const possible = [stated, readDate(fileName)].find(
    (at) => at !== undefined && at.getTime() < now.getTime() + TOMORROW_MS,
  );
  return possible ? { capturedAt: possible } : { capturedAt, undated: true };
}

const aliasOf = (person: Person): string =>
  `Participant ${person.participantId.slice(-4).toUpperCase()}`;

/** The plan of one part of a file; `answered` is true if a participant speaks in it. */
type PartPlan = Plan & { answered: boolean };

function transcriptInterviews(
  parsed: ParsedTranscript,
  part: string,
  options: PlanOptions,
): PartPlan {
  const speakers = countSpeakers(parsed.turns);
  const interviewers = findInterviewers(parsed.turns, {
    ...options,
    statedInterviewers: parsed.statedInterviewers,
  });
  const erased = options.erased ?? (() => false);
  const participants = speakers.filter(({ name }) => !interviewers.includes(name) && !erased(name));
  const where = {
    studyId: options.studyId,
    fileId: options.fileId,
    fallback: parsed.statedParticipant ?? options.participantName ?? nameOfFile(options.fileName),
    alone: participants.length === 1,
  };
  const people = new Map(participants.map(({ name }) => [name, personOf(name, where)]));
  const aliases = new Map(
    options.anonymous ? [...people].map(([name, person]) => [name, aliasOf(person)]) : [],
  );
  const clean = (text: string): string => {
    const masked = options.mask ? maskText(text) : text;
    return aliases.size ? hideNames(masked, aliases) : masked;
  };
  const byPerson = new Map([...people.values()].map((person) => [person.participantId, person]));
  const interviews = [...byPerson.values()].map((person): PlannedInterview => {
    const own = (speaker: string) => people.get(speaker)?.participantId === person.participantId;
    const heard = [...parsed.turns.entries()].filter(
      ([, { speaker }]) => own(speaker) || (interviewers.includes(speaker) && !erased(speaker)),
    );
    return {
      sourceItemId: contentId('si', options.fileId, part, person.participantId),
      person: options.anonymous ? { ...person, displayName: aliasOf(person) } : person,
      ...dated(parsed.capturedAt, options),
      interviewers: interviewers.filter((name) => !erased(name)),
      transcript: heard.map(([, turn]) => ({
        ...turn,
        speaker: aliases.get(turn.speaker) ?? turn.speaker,
        text: clean(turn.text),
      })),
      ...(byPerson.size > 1 && {
        talk: {
          talkId: contentId('tk', options.fileId, part),
          turns: heard.map(([number]) => number),
        },
      }),
    };
  });
  return {
    interviews,
    speakers: speakers.filter(({ name }) => !erased(name)),
    warnings: warningsOf(speakers, interviewers, [
      ...(options.interviewers ?? []),
      ...(options.participants ?? []),
    ]),
    answered: interviewers.length < speakers.length,
  };
}

const quoted = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(' and ');

function warningsOf(
  speakers: readonly SpeakerCount[],
  interviewers: readonly string[],
  given: readonly string[],
): string[] {
  const names = speakers.map(({ name }) => name);
  const warnings: string[] = [];
  if (given.length > 0 && !names.some((name) => isNamed(name, given))) {
    warnings.push(`No speaker in it is named ${quoted(given)}: its speakers are ${quoted(names)}.`);
  }
  if (names.every((name) => name === UNLABELLED_ASKS || name === UNLABELLED_SPEAKS)) {
    warnings.push(
      'It names no speakers: questions were attributed to the interviewer, everything else to the participant.',
    );
  } else if (interviewers.length === 0) {
    warnings.push(`Only ${quoted(names)} speaks: every word counts as the participant’s.`);
  } else if (interviewers.length === names.length) {
    warnings.push(
      names.length === 1
        ? `It has no participant: the only speaker, ${quoted(names)}, is the interviewer.`
        : `It has no participant: every speaker is an interviewer (${quoted(names)}).`,
    );
  }
  return warnings;
}

function highlightInterview(parsed: ParsedHighlights, options: PlanOptions): PlannedInterview {
  const named = personOf(parsed.participant, {
    studyId: parsed.study ?? options.studyId,
    fileId: options.fileId,
    fallback: parsed.session || nameOfFile(options.fileName),
    alone: true,
  });
  const person = options.anonymous ? { ...named, displayName: aliasOf(named) } : named;
  const aliases = new Map(options.anonymous ? [[named.displayName, person.displayName]] : []);
  const clean = (text: string): string => hideNames(options.mask ? maskText(text) : text, aliases);
  return {
    sourceItemId: contentId(
      'si',
      options.fileId,
      parsed.study ?? '',
      parsed.session,
      person.participantId,
    ),
    ...(parsed.study && { studyName: parsed.study }),
    ...(parsed.email && !options.mask && !options.anonymous && { email: parsed.email }),
    person,
    ...dated(parsed.capturedAt, options),
    interviewers: [],
    highlights: parsed.highlights.map((one) => ({ ...one, quote: clean(one.quote) })),
  };
}

/**
 * Splits the contents of a file into interviews with one participant each. Pure: the same file gives the same
 * ids and words. Throws OnlyInterviewers if no participant speaks.
 */
export function planInterviews(parsed: readonly ParsedInterview[], options: PlanOptions): Plan {
  const plans = parsed.map(
    (one, index): PartPlan =>
      one.kind === 'transcript'
        ? transcriptInterviews(one, String(index), options)
        : {
            interviews: options.erased?.(one.participant) ? [] : [highlightInterview(one, options)],
            speakers: [],
            warnings: [],
            answered: true,
          },
  );
  const warnings = [...new Set(plans.flatMap((plan) => plan.warnings))];
  if (plans.every(({ answered }) => !answered)) {
    throw new OnlyInterviewers(
      warnings.join(' '),
      plans.flatMap(({ speakers }) => speakers.map(({ name }) => name)),
    );
  }
  return {
    interviews: plans.flatMap(({ interviews }) => interviews),
    speakers: plans.flatMap(({ speakers }) => speakers),
    warnings,
  };
}
