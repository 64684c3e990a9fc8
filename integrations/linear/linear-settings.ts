import type { z } from 'zod';
import { needed } from '../../src/config/needed.js';
import { present } from '../../src/config/present.js';
import { httpUrl, secret, text } from '../../src/config/variables.js';
import type { Secret } from '../../src/core/secret.js';

export interface LinearSettings {
  apiKey: Secret;
  teamKey: string;
  apiUrl?: string;
  webhookSecret?: Secret;
}

export const LINEAR_VARIABLES = {
  LINEAR_API_KEY: secret('a Linear API key'),
  LINEAR_TEAM: text('the key of a Linear team, like ENG', (value) =>
    /^[A-Za-z0-9]{1,10}$/.test(value),
  ),
  LINEAR_API_URL: httpUrl(),
  LINEAR_WEBHOOK_SECRET: secret("the webhook's signing secret"),
};

export function linearSettings(
  env: z.infer<z.ZodObject<typeof LINEAR_VARIABLES>>,
): LinearSettings | undefined {
  const first = (['LINEAR_API_KEY', 'LINEAR_TEAM', 'LINEAR_WEBHOOK_SECRET'] as const).find(
    (name) => env[name],
  );
  if (!first) return undefined;
  needed(env, first, 'LINEAR_API_KEY', 'LINEAR_TEAM');
  return present({
    apiKey: env.LINEAR_API_KEY!,
    teamKey: env.LINEAR_TEAM!,
    apiUrl: env.LINEAR_API_URL,
    webhookSecret: env.LINEAR_WEBHOOK_SECRET,
  });
}
