import { defineTracker } from '../../src/issues/adapter.js';
import { LINEAR_API_URL, LINEAR_VARIABLES, linearSettings } from './linear-api.js';
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
      apiUrl: env.LINEAR_API_URL ?? LINEAR_API_URL,
      address: linearAddress,
      credential: 'LINEAR_API_KEY',
      answersWith: 'LINEAR_CLIENT_ID',
      connect:
        settings &&
        (async (surroundings) => {
          const { LinearTracker } = await import('./linear-tracker.js');
          return new LinearTracker({ ...settings, ...surroundings });
        }),
    };
  },
});
