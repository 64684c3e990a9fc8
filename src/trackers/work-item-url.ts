import { invalidRequest } from '../errors.js';

export interface WorkItemUrl {
  provider: 'linear' | 'github' | 'url';
  normalizedUrl: string;
  /** The tracker's own id, where the address carries it: `ENG-12`, `owner/name#12`. */
  externalId?: string;
}

export interface WorkItemUrlOptions {
  /** Hosts of configured GitHub Enterprise servers, with a port where they have one. */
  githubHosts?: readonly string[];
}

const TRACKING = /^(utm_.*|gclid|fbclid)$/i;
const LINEAR_ISSUE = /^(\/[^/]+\/issue\/([A-Za-z][A-Za-z0-9_]*-\d+))(?:\/.*)?$/;
const GITHUB_ISSUE = /^(\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+))(?:\/.*)?$/;
const EXTERNAL_ID_LIMIT = 128;

/**
 * Normalises a work item's address and tells whose it is (decisions.md, "Work item links").
 * Normalising twice changes nothing. Throws `invalid_request` where it is no http or https address,
 * or carries a user name or password.
 */
export function parseWorkItemUrl(
  address: string,
  { githubHosts = [] }: WorkItemUrlOptions = {},
): WorkItemUrl {
  const url = parse(address);
  const path = url.pathname.replace(/\/+$/, '');
  const base = `${url.protocol}//${url.host}`;
  const query = withoutTracking(url.search);

  if (url.host === 'linear.app') {
    const issue = LINEAR_ISSUE.exec(path);
    const normalizedUrl = `${base}${issue?.[1] ?? path}${query}`;
    return { provider: 'linear', normalizedUrl, ...externalId(issue?.[2]?.toUpperCase()) };
  }
  if (url.host === 'github.com' || githubHosts.some((host) => host.toLowerCase() === url.host)) {
    const issue = GITHUB_ISSUE.exec(path);
    if (!issue) return { provider: 'github', normalizedUrl: `${base}${path}${query}` };
    const normalizedUrl = `${base}${issue[1]}`;
    return { provider: 'github', normalizedUrl, ...externalId(`${issue[2]}#${issue[3]}`) };
  }
  return { provider: 'url', normalizedUrl: `${base}${path}${query}` };
}

function parse(address: string): URL {
  // The parser forgives spaces around and breaks inside; an address that was sent has none.
  const url = !/[\s\p{Cc}]/u.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalidRequest('url must be a complete http or https address.');
  }
  if (url.username || url.password) {
    throw invalidRequest('url must not carry a user name or password.');
  }
  return url;
}

/** Drops tracking parameters and leaves every other one exactly as it was written. */
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
