import type { GeneratedTeam } from './generate-team.js';

/** Every list and packet read of /v1, with the ids of a generated team. */
export const readRequests = (team: GeneratedTeam): Record<string, string> => ({
  'signals list': '/v1/signals',
  'signal packet': `/v1/signals/${team.signalId}`,
  'evidence of a signal': `/v1/evidence?signalId=${team.signalId}`,
  'evidence, both kinds': `/v1/evidence?signalId=${team.signalId}&includeCounterEvidence=true`,
  'evidence of a study': `/v1/evidence?studyId=${team.studyId}`,
  'recommendations list': '/v1/recommendations',
  'recommendation packet': `/v1/recommendations/${team.recommendationId}`,
  'work packet': `/v1/recommendations/${team.recommendationId}/work-packet`,
  'action cards list': '/v1/action-cards',
  'studies list': '/v1/studies',
  'study readout': `/v1/studies/${team.studyId}/readout`,
  'source items list': `/v1/studies/${team.studyId}/source-items`,
  'research gaps list': '/v1/research-gaps',
});
