import * as beliefs from '../../../db/queries/snapshot/write-beliefs.js';
import { cardsChanged } from '../../core/announce.js';
import type { Context } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { MAX_WORK_ITEMS, QUALITY_BAR } from '../../core/numbers.js';
import { checkUri, parseWorkItemUrl } from '../../core/work-item-url.js';
import type { LineOf, SnapshotResource } from './lines.js';
import * as actions from './queries/write-actions.js';
import * as decisions from './queries/write-decisions.js';
import * as codebook from './queries/write-material.js';
import * as material from './queries/write-material.js';

/** A line with its position, for messages and for the order of refs. */
export interface Numbered<R extends SnapshotResource> {
  lineNumber: number;
  line: LineOf<R>;
}

type Writer<R extends SnapshotResource> = (tx: Context, batch: Numbered<R>[]) => Promise<void>;

const lines = <R extends SnapshotResource>(batch: Numbered<R>[]): string =>
  JSON.stringify(batch.map(({ line }) => line));

async function writeEvidence(tx: Context, batch: Numbered<'evidence'>[]): Promise<void> {
  const rows = batch.map(({ line }) => ({
    ...line,
    capturedAtInherited: line.capturedAt === undefined,
  }));
  await tx.db.rows(material.writeEvidence, JSON.stringify(rows), QUALITY_BAR);
  const placed = rows.filter(({ placedByPerson }) => placedByPerson);
  if (placed.length > 0) await tx.db.rows(decisions.keepPlaced, JSON.stringify(placed));
}

async function writeThemes(tx: Context, batch: Numbered<'theme'>[]): Promise<void> {
  await tx.db.rows(material.writeThemes, lines(batch));
  await tx.db.rows(decisions.decideThemes, lines(batch));
  await tx.db.rows(decisions.keyThemes, lines(batch));
  const merged = batch.map(({ line: { themeId, mergedFrom } }) => ({ id: themeId, mergedFrom }));
  await tx.db.rows(decisions.addMerges, 'theme', JSON.stringify(merged));
}

async function writeSignals(tx: Context, batch: Numbered<'signal'>[]): Promise<void> {
  const rows = batch.map(({ line, lineNumber }) => ({
    ...line,
    refNumber: line.ref === undefined ? undefined : Number(line.ref.slice('SIG-'.length)),
    placeholder: -lineNumber,
  }));
  const links = batch.flatMap(({ line }) =>
    line.themes.map((link, position) => ({ signalId: line.signalId, position, ...link })),
  );
  const kept = batch.map(({ line }) => ({
    signalId: line.signalId,
    themeIds: line.themes.map((link) => link.themeId),
  }));
  await tx.db.rows(beliefs.writeSignals, JSON.stringify(rows), tx.now);
  await tx.db.rows(decisions.decideSignals, lines(batch));
  await tx.db.rows(decisions.keySignals, lines(batch));
  const merged = batch.map(({ line: { signalId, mergedFrom } }) => ({ id: signalId, mergedFrom }));
  await tx.db.rows(decisions.addMerges, 'signal', JSON.stringify(merged));
  await tx.db.rows(beliefs.dropSignalThemes, JSON.stringify(kept));
  await tx.db.rows(beliefs.writeSignalThemes, JSON.stringify(links));
}

/** The links of a recommendation, each URL once. Throws `invalid_request` if a URL is invalid. */
export function workItemLinks(tx: Context, { line, lineNumber }: Numbered<'recommendation'>) {
  const links = (line.workItemLinks ?? []).map((link, position) => {
    try {
      checkUri(link.url);
      const parsed = parseWorkItemUrl(link.url, tx.addressRules);
      return {
        recommendationId: line.recommendationId,
        ...link,
        position,
        normalizedUrl: parsed.normalizedUrl,
        provider: parsed.provider,
      };
    } catch (error) {
      throw invalidRequest(
        `line ${lineNumber}: workItemLinks.${position}.url: ${(error as Error).message}`,
      );
    }
  });
  // the later of two spellings of one URL wins, as a second link would
  return [...new Map(links.map((link) => [link.normalizedUrl, link])).values()];
}

async function writeRecommendations(
  tx: Context,
  batch: Numbered<'recommendation'>[],
): Promise<void> {
  const ids = batch.map(({ line }) => line.recommendationId);
  const links = batch.flatMap((numbered) => workItemLinks(tx, numbered));
  await tx.db.rows(actions.writeRecommendations, lines(batch));
  await tx.db.rows(actions.dropRecommendationSignals, lines(batch));
  await tx.db.rows(actions.writeRecommendationSignals, lines(batch));
  await tx.db.rows(actions.writeWorkItemLinks, JSON.stringify(links), tx.now);
  const [over] = await tx.db.rows(actions.settleRecommendations, ids, MAX_WORK_ITEMS);
  if (over) {
    const { lineNumber } = batch.find(
      ({ line }) => line.recommendationId === over.recommendationId,
    ) as Numbered<'recommendation'>;
    throw invalidRequest(
      `line ${lineNumber}: workItemLinks: expected at most ${MAX_WORK_ITEMS} links together with those the team has added`,
    );
  }
}

async function writeActionCards(tx: Context, batch: Numbered<'actionCard'>[]): Promise<void> {
  const rows = batch.map(({ line: { refs, ...card } }) => ({ ...refs, ...card }));
  const written = await tx.db.rows(actions.writeActionCards, JSON.stringify(rows));
  await cardsChanged(
    tx,
    written.filter(({ isNew }) => !isNew),
  );
}

/** The writer of each resource's batches. */
export const writers: { [R in SnapshotResource]: Writer<R> } = {
  participant: async (tx, batch) => {
    await tx.db.rows(material.writeParticipants, lines(batch));
  },
  study: async (tx, batch) => {
    await tx.db.rows(material.writeStudies, lines(batch));
  },
  sourceItem: async (tx, batch) => {
    await tx.db.rows(material.writeSourceItems, lines(batch));
  },
  theme: writeThemes,
  evidence: writeEvidence,
  signal: writeSignals,
  recommendation: writeRecommendations,
  researchGap: async (tx, batch) => {
    await tx.db.rows(actions.writeResearchGaps, lines(batch), tx.now);
  },
  actionCard: writeActionCards,
  codebookEntry: async (tx, batch) => {
    await tx.db.rows(codebook.writeCodebookEntries, lines(batch), tx.now);
    await tx.db.rows(codebook.writeRejectedQuotes, lines(batch));
  },
};
