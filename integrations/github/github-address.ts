import type { AddressRule } from '../../src/core/work-item-url.js';

const ISSUE = /^(\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+))(?:\/.*)?$/;
const API = 'api.github.com';

/** Issues and pull requests on github.com and on the GitHub Enterprise server behind `apiUrl`. */
export function githubAddress(apiUrl?: string): AddressRule {
  const hosts = ['github.com', ...(apiUrl ? enterpriseHosts(apiUrl) : [])];
  return {
    provider: 'github',
    name: 'GitHub',
    match(host, path) {
      if (!hosts.includes(host)) return undefined;
      const [, issue, repo, number] = ISSUE.exec(path) ?? [];
      return issue ? { path: issue, ignoresQuery: true, externalId: `${repo}#${number}` } : {};
    },
  };
}

/** The API answers at `https://ghe.example.com/api/v3`, or at `https://api.octo.ghe.com` with data residency. */
function enterpriseHosts(apiUrl: string): string[] {
  const { host } = new URL(apiUrl);
  if (host === API) return [];
  return [host.endsWith('.ghe.com') ? host.replace(/^api\./, '') : host];
}
