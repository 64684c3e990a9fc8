import type { Secret } from './secret.js';

/** The subject of a web page. */
export type PageSubject = { signalId: string } | { studyId: string } | { recommendationId: string };

export const INDEX_PATH = '/p';

/** The path of a subject's page. */
export function pagePath(subject: PageSubject): string {
  if ('signalId' in subject) return `${INDEX_PATH}/signals/${encodeURIComponent(subject.signalId)}`;
  if ('studyId' in subject) return `${INDEX_PATH}/studies/${encodeURIComponent(subject.studyId)}`;
  return `${INDEX_PATH}/recommendations/${encodeURIComponent(subject.recommendationId)}`;
}

/** Settings for links to the service's web pages; absent if no one could reach a page. */
export interface PageLinks {
  /** Public URL of the service, without a slash at the end. */
  publicUrl: string;
  /**
   * `everyone` in the sandbox, `members` if users sign in with Slack; `token` if only a signed link
   * opens a page.
   */
  openTo: 'everyone' | 'members' | 'token';
  /** Part of the key that signs links. */
  encryptionKey?: Secret | undefined;
}

/**
 * The plain URL of a page. It has no token, so it shows nothing to someone who cannot sign in; undefined if no one
 * could open it.
 */
export const pageAddress = (
  links: PageLinks | undefined,
  subject: PageSubject,
): string | undefined =>
  links && links.openTo !== 'token' ? links.publicUrl + pagePath(subject) : undefined;
