/** What a link into this service is about. */
export interface LinkSubject {
  kind: 'signal' | 'recommendation';
  /** The id, or for a signal its handle too. */
  id: string;
}

const KINDS = { signals: 'signal', recommendations: 'recommendation' } as const;

/**
 * What one of our links is about: a signal, a recommendation, or what stands under one in `/v1`. Undefined
 * for everything else.
 */
export function subjectOfLink(publicUrl: string, link: string): LinkSubject | undefined {
  if (!URL.canParse(link)) return undefined;
  const { origin, pathname } = new URL(link);
  const base = new URL(publicUrl);
  const root = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${root}/v1/`)) return undefined;
  const [collection = '', id = ''] = pathname.slice(`${root}/v1/`.length).split('/');
  if (!Object.hasOwn(KINDS, collection) || id === '') return undefined;
  try {
    return { kind: KINDS[collection as keyof typeof KINDS], id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
