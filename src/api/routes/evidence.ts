import * as z from 'zod';
import { readEvidence } from '../../evidence/read-evidence.js';
import { searchEvidence } from '../../search/search-evidence.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { presentEvidence, presentEvidencePacket } from '../present/evidence.js';
import { Data } from '../schemas/envelope.js';
import { EvidencePacket, EvidenceSearchHit } from '../schemas/evidence.js';
import { EvidenceQuery, SearchBody } from '../schemas/inputs.js';

export const evidenceRead = endpoint({
  method: 'get',
  path: '/v1/evidence',
  id: 'readEvidence',
  tag: 'Evidence',
  summary: 'Read the quotes of a scope',
  description:
    'Strongest first. At least one scope is required; a list of ids is a union, different scopes intersect. With `evidenceIds` the kind does not matter, and ids that do not resolve come back in `unresolvedIds`.',
  query: EvidenceQuery,
  response: Data(EvidencePacket),
  errors: [],
  example: examples.evidence,
  async handle({ ctx, query: { maxItems, cursor, ...scope } }) {
    const packet = await readEvidence(ctx, {
      ...scope,
      limit: maxItems,
      offset: Number(cursor ?? 0),
    });
    return { data: presentEvidencePacket(packet) };
  },
});

export const evidenceSearch = endpoint({
  method: 'post',
  path: '/v1/evidence/search',
  id: 'searchEvidence',
  tag: 'Evidence',
  summary: 'Search quotes by meaning',
  description: 'Scored, attributed quotes, best first. Changes nothing.',
  body: SearchBody,
  response: Data(z.array(EvidenceSearchHit)),
  errors: [],
  example: examples.hits,
  async handle({ ctx, body }) {
    const hits = await searchEvidence(ctx, body);
    return { data: hits.map(({ item, score }) => ({ item: presentEvidence(item), score })) };
  },
});
