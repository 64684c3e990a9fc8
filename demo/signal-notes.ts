import type { DaysAgo } from './days-ago.js';
import type { SignalLine } from './snapshot-line.js';

/** A signal as its author writes it; `theme` is the theme's id without `th-`. */
export interface SignalNotes {
  key: string;
  number: number;
  label: string;
  description: string;
  implication?: string;
  links: {
    theme: string;
    as: SignalLine['themes'][number]['relationship'];
    narrative: string;
    day: number;
  }[];
  archived?: { reason: 'validated' | 'retired'; day: number };
}

export function signalLine(notes: SignalNotes, daysAgo: DaysAgo): SignalLine {
  const { key, number, label, description, implication, links, archived } = notes;
  return {
    resource: 'signal',
    signalId: `sig-${key}`,
    ref: `SIG-${number}`,
    label,
    description,
    ...(implication !== undefined && { implication }),
    themes: links.map((link) => ({
      themeId: `th-${link.theme}`,
      relationship: link.as,
      narrative: link.narrative,
      addedAt: daysAgo(link.day),
    })),
    ...(archived && {
      archived: true,
      archiveReason: archived.reason,
      archivedAt: daysAgo(archived.day),
    }),
  };
}
