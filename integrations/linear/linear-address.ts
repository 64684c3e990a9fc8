import type { AddressRule } from '../../src/core/work-item-url.js';

const ISSUE = /^(\/[^/]+\/issue\/([A-Za-z][A-Za-z0-9_]*-\d+))(?:\/.*)?$/;

/** An issue's URL is the same with and without its title. */
export const linearAddress: AddressRule = {
  provider: 'linear',
  name: 'Linear',
  match(host, path) {
    if (host !== 'linear.app') return undefined;
    const [, issue, key] = ISSUE.exec(path) ?? [];
    return issue && key ? { path: issue, externalId: key.toUpperCase() } : {};
  },
};
