import { defineTracker } from '../../src/issues/adapter.js';
import { LINEAR_VARIABLES, linearSettings } from './linear-api.js';
import { linearAddress } from './linear-issue.js';

/** Linear. Its SDK is loaded only if configured. */
export const linear = defineTracker({
  provider: 'linear',
  variables: LINEAR_VARIABLES,
  shown: ['LINEAR_TEAM'],
  configure(env) {
    const settings = linearSettings(env);
    return {
      name: 'Linear',
      apiUrl: env.LINEAR_API_URL ?? 'https://api.linear.app/graphql',
      address: linearAddress,
      credential: 'LINEAR_API_KEY',
      connect:
        settings &&
        (async (publicUrl) => {
          const { LinearTracker } = await import('./linear-tracker.js');
          return new LinearTracker({ ...settings, publicUrl });
        }),
    };
  },
});
