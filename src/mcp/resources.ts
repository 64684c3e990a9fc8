import type {
  ListResourcesResult,
  ReadResourceResult,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { listRecommendations } from '../beliefs/recommendations/list-recommendations.js';
import { listSignals } from '../beliefs/signals/list-signals.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { NotFound, notFound } from '../core/errors.js';
import { cut } from '../core/words.js';
import type { Call } from './caller.js';
import { readDocument } from './documents.js';
import { withTeamsNames } from './fit.js';

const SCHEME = 'belief-layer://';
const MIME = 'text/markdown';
/** Resources of each kind in the list; a client reaches the others by id. */
const LISTED = 20;
const TITLE = 160;

export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: 'belief',
    title: 'A belief',
    uriTemplate: `${SCHEME}beliefs/{signalId}`,
    description: 'How sure it is and why, with quotes for and against.',
    mimeType: MIME,
  },
  {
    name: 'work-packet',
    title: 'A work packet',
    uriTemplate: `${SCHEME}work-packets/{recommendationId}`,
    description: 'A recommendation, ready for implementation.',
    mimeType: MIME,
  },
];

/** The newest beliefs and work packets. */
export async function listResources({ ctx }: Call): Promise<ListResourcesResult> {
  const [beliefs, packets] = await Promise.all([
    listSignals(ctx, { limit: LISTED }),
    listRecommendations(ctx, { limit: LISTED }),
  ]);
  const resources = [
    ...beliefs.rows.map(({ signalId, refNumber, label }) => ({
      uri: `${SCHEME}beliefs/${encodeURIComponent(signalId)}`,
      name: signalRef(refNumber),
      title: cut(`${signalRef(refNumber)}: ${label}`, TITLE),
      mimeType: MIME,
    })),
    ...packets.rows.map(({ recommendationId, title }) => ({
      uri: `${SCHEME}work-packets/${encodeURIComponent(recommendationId)}`,
      name: recommendationId,
      title: cut(title, TITLE),
      mimeType: MIME,
    })),
  ];
  return withTeamsNames(ctx, { resources });
}

const KINDS: Record<string, string> = { beliefs: 'belief', 'work-packets': 'recommendation' };

/** Returns the resource at a URI. Throws `not_found`. */
export async function readResource(call: Call, uri: string): Promise<ReadResourceResult> {
  const [, place = '', encoded = ''] = /^belief-layer:\/\/([a-z-]+)\/([^/?#]+)$/.exec(uri) ?? [];
  const kind = Object.hasOwn(KINDS, place) ? KINDS[place] : undefined;
  const id = decoded(encoded);
  if (!kind || !id || !/^[\w.-]+$/.test(id)) throw notFound('resource', uri);
  const document = await readDocument(call, `${kind}:${id}`).catch((error: unknown) => {
    throw error instanceof NotFound ? notFound('resource', uri) : error;
  });
  const { text, metadata } = document;
  const more = metadata.next
    ? `\n\nThis is the first part. Fetch ${metadata.next} for the next.`
    : '';
  return { contents: [{ uri, mimeType: MIME, text: `${text}${more}` }] };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
