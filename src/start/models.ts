import type { SystemDatabase } from '../../db/system-database.js';
import { openVectorStore } from '../../db/vector-store.js';
import { createModels } from '../../integrations/models/index.js';
import type { Config } from '../config.js';
import { enqueueForEveryTeam } from '../jobs/index.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import { EMBED_EVIDENCE } from '../outbox.js';

/** The configured models. Embeddings are off, and the log says why, where the database cannot hold vectors. */
export async function configuredModels({
  config,
  system,
  log,
}: {
  config: Pick<Config, 'llm' | 'embeddings'>;
  system: SystemDatabase;
  log: Logger;
}): Promise<Models> {
  const { llm, embeddings } = config;
  if (!embeddings) return createModels({ llm });
  const vectorStore = await openVectorStore(system).catch((error: Error) => error);
  if (vectorStore === undefined || vectorStore instanceof Error) {
    const why = vectorStore
      ? `the extension pgvector cannot be used (${vectorStore.message})`
      : 'this Postgres has no extension pgvector';
    log.warn(`EMBEDDINGS_MODEL is set, but ${why}: search is the built-in one.`);
    return createModels({ llm });
  }
  // a model that is new, or quotes that came while it was off
  await enqueueForEveryTeam(system, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
  return { ...createModels({ llm, embeddings }), vectorStore };
}
