import { describe, expect, it } from 'vitest';
import { buildTrackers } from '../../integrations/trackers.js';
import { Secret } from '../../src/secret.js';
import { publicUrl } from './draft.js';

const linear = { apiKey: new Secret('lin_api_x'), teamKey: 'ENG' };
const github = { auth: { token: new Secret('ghp_x') }, repo: 'acme/app' };

describe('the configured trackers', () => {
  it('are those that have settings, Linear first', () => {
    expect([...buildTrackers({ publicUrl }).keys()]).toEqual([]);
    expect([...buildTrackers({ publicUrl, github }).keys()]).toEqual(['github']);
    const both = buildTrackers({ publicUrl, linear, github });
    expect(
      [...both].map(([provider, tracker]) => [provider, tracker.provider, tracker.name]),
    ).toEqual([
      ['linear', 'linear', 'Linear'],
      ['github', 'github', 'GitHub'],
    ]);
  });
});
