import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { EvidencePacket as Packet } from '../../evidence/read-evidence.js';
import type { EvidenceItem, EvidencePacket } from '../schemas/evidence.js';

export const presentEvidence = (row: EvidenceRow): EvidenceItem => ({
  evidenceId: row.evidenceId,
  kind: row.kind,
  quote: row.quote,
  note: row.note ?? undefined,
  themeId: row.themeId,
  themeLabel: row.themeLabel,
  studyId: row.studyId,
  studyName: row.studyName,
  sourceItemId: row.sourceItemId,
  participantName: row.participantName,
  timeInCallSecs: row.timeInCallSecs ?? undefined,
  capturedAt: row.capturedAt?.getTime() ?? null,
});

export const presentEvidencePacket = (packet: Packet): EvidencePacket => ({
  items: packet.items.map(presentEvidence),
  scope: { themeIds: packet.themeIds, studyIds: packet.studyIds },
  distinctParticipants: packet.distinctParticipants,
  total: packet.total,
  cursor: packet.next === null ? null : String(packet.next),
  unresolvedIds: packet.unresolvedIds,
});
