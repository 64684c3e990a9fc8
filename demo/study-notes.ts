import type { DaysAgo } from './days-ago.js';
import type { InterviewNotes } from './interview-notes.js';
import { interviewLines } from './interview-notes.js';
import type { SnapshotLine, StudyLine, ThemeLine } from './snapshot-line.js';

interface ThemeNotes {
  label: string;
  description: string;
  sentiment: ThemeLine['sentiment'];
  parent?: string;
}

/** A study as its author writes it: short keys, and days before now in place of times. */
export interface StudyNotes {
  key: string;
  name: string;
  status: StudyLine['status'];
  createdDay: number;
  objective?: string;
  openQuestions?: string[];
  targets?: Record<string, { question: string; priority: 'primary' | 'secondary' }>;
  summary?: Omit<NonNullable<StudyLine['summary']>, 'lastUpdated'> & { day: number };
  themes: Record<string, ThemeNotes>;
  interviews: InterviewNotes[];
}

/** The study's own line, its themes, and everything that was said in its interviews. */
export function studyLines(notes: StudyNotes, daysAgo: DaysAgo): SnapshotLine[] {
  return [
    studyLine(notes, daysAgo),
    ...Object.entries(notes.themes).map(([key, theme]) => themeLine(notes.key, key, theme)),
    ...notes.interviews.flatMap((interview) => interviewLines(notes.key, interview, daysAgo)),
  ];
}

function studyLine(notes: StudyNotes, daysAgo: DaysAgo): StudyLine {
  const { key, name, status, createdDay, objective, openQuestions, targets, summary } = notes;
  return {
    resource: 'study',
    studyId: `study-${key}`,
    name,
    status,
    createdAt: daysAgo(createdDay),
    ...(objective !== undefined && { objective }),
    ...(openQuestions && { openQuestions }),
    ...(targets && {
      learningTargets: Object.entries(targets).map(([target, rest]) => ({
        targetId: `t-${key}-${target}`,
        ...rest,
      })),
    }),
    ...(summary && {
      summary: {
        narrative: summary.narrative,
        confidence: summary.confidence,
        suggestedNextQuestions: summary.suggestedNextQuestions,
        lastUpdated: daysAgo(summary.day),
      },
    }),
  };
}

function themeLine(study: string, key: string, theme: ThemeNotes): ThemeLine {
  const { parent, ...facts } = theme;
  return {
    resource: 'theme',
    themeId: `th-${study}-${key}`,
    studyId: `study-${study}`,
    ...facts,
    ...(parent !== undefined && { parentThemeId: `th-${study}-${parent}` }),
  };
}
