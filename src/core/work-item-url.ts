import { invalidRequest } from './errors.js';

interface WorkItemUrl {
  /** The tracker that the URL belongs to; `url` for any other page. */
  provider: string;
  normalizedUrl: string;
  /** The tracker's own id, if the URL contains it: `ENG-12`, `owner/name#12`. */
  externalId?: string;
}

/** The rule by which a tracker recognizes its own URLs. */
export interface AddressRule {
  readonly provider: string;
  /** The tracker's name, as people write it. */
  readonly name: string;
  /** Returns undefined for another site's URL. `path` has no trailing slash. */
  match(host: string, path: string): RecognizedAddress | undefined;
}

interface RecognizedAddress {
  /** The shortest path to the same issue, without a title or a tab; absent if the page is not an issue. */
  path?: string;
  /** True if no query parameter leads to another page. */
  ignoresQuery?: boolean;
  externalId?: string;
}

/**
 * A tracker's name in settings, snapshots and the database, all of which accept unknown trackers.
 */
export const PROVIDER_NAME = /^[a-z][a-z0-9]{0,31}$/;

/** The provider of a page that no tracker recognizes. */
const ANY_PAGE = 'url';

const TRACKING = /^(utm_.*|gclid|fbclid)$/i;
const EXTERNAL_ID_LIMIT = 128;

/**
 * Normalizes a work item's URL and finds its tracker among `rules`. Normalizing twice changes
 * nothing. Throws `invalid_request` unless it is an http or https URL without a user name or
 * password.
 */
export function parseWorkItemUrl(address: string, rules: readonly AddressRule[] = []): WorkItemUrl {
  const url = parse(address);
  const path = url.pathname.replace(/\/+$/, '');
  const base = `${url.protocol}//${url.host}`;
  const query = withoutTracking(url.search);
  for (const { provider, match } of rules) {
    const found = match(url.host, path);
    if (!found) continue;
    const normalizedUrl = `${base}${found.path ?? path}${found.ignoresQuery ? '' : query}`;
    return { provider, normalizedUrl, ...externalId(found.externalId) };
  }
  return { provider: ANY_PAGE, normalizedUrl: `${base}${path}${query}` };
}

/** The name of the provider's tracker; undefined for any other page. */
export const trackerName = (
  provider: string,
  rules: readonly AddressRule[] = [],
): string | undefined => rules.find((rule) => rule.provider === provider)?.name;

/** RFC 3986: a character that stands for itself in a path, query or fragment, or an encoded byte. */
const CHARACTER = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})";
const URI = new RegExp(
  `^https?://[^/?#\\\\]+(?:/${CHARACTER}*)?(?:\\?(?:${CHARACTER}|\\?)*)?(?:#(?:${CHARACTER}|\\?)*)?$`,
  'i',
);

/**
 * Throws `invalid_request` for input of a person or an import that is not an http or https URI by
 * RFC 3986. Browsers repair such a URL (`https:example.com`, `\\`, `%zz`), each in its own way.
 */
export function checkUri(address: string): void {
  parse(address);
  if (!URI.test(address)) throw notAnAddress();
}

function parse(address: string): URL {
  // The parser accepts surrounding spaces and line breaks inside; a submitted URL must have none.
  const url = !/[\s\p{Cc}]/u.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw notAnAddress();
  }
  if (url.username || url.password) {
    throw invalidRequest('url must not carry a user name or password.');
  }
  return url;
}

const notAnAddress = () => invalidRequest('url must be a complete http or https address.');

/** Drops tracking parameters and leaves all others exactly as they were written. */
function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !TRACKING.test(nameOf(pair)));
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

const externalId = (id: string | undefined): { externalId?: string } =>
  id !== undefined && id.length <= EXTERNAL_ID_LIMIT ? { externalId: id } : {};
