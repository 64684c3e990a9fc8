import type { Relationship } from '../../db/entities/signal.js';
import type { SignalLinkRow } from '../../db/queries/signals.js';

/** What one study says about a signal (api.md 2.6). */
export interface StudyView {
  studyId: string;
  studyName: string;
  relationship: Relationship;
  narrative: string;
  addedAt: Date;
}

/**
 * One entry a study, in the order of the links: the links' common relationship, or `nuances` where they
 * differ; their narratives joined; the earliest date (decisions.md, Signals).
 */
export function perStudy(links: readonly SignalLinkRow[]): StudyView[] {
  const byStudy = new Map<string, SignalLinkRow[]>();
  for (const link of links) byStudy.set(link.studyId, [...(byStudy.get(link.studyId) ?? []), link]);
  return [...byStudy.values()].map((ofStudy) => {
    const [first, ...others] = ofStudy as [SignalLinkRow, ...SignalLinkRow[]];
    const agree = others.every(({ relationship }) => relationship === first.relationship);
    return {
      studyId: first.studyId,
      studyName: first.studyName,
      relationship: agree ? first.relationship : 'nuances',
      narrative: ofStudy.flatMap(({ narrative }) => narrative ?? []).join(' '),
      addedAt: new Date(Math.min(...ofStudy.map(({ addedAt }) => addedAt))),
    };
  });
}
