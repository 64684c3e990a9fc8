import type { z } from 'zod';
import { needed } from '../../src/config/needed.js';
import { present } from '../../src/config/present.js';
import { httpUrl, secret, text } from '../../src/config/variables.js';
import { ConfigError } from '../../src/core/config-error.js';
import { Secret } from '../../src/core/secret.js';

export interface GithubSettings {
  auth: { token: Secret } | { appId: string; privateKey: Secret; installationId: string };
  /** `owner/name` */
  repo: string;
  apiUrl?: string;
  webhookSecret?: Secret;
}

export const GITHUB_VARIABLES = {
  GITHUB_TOKEN: secret('a GitHub token'),
  GITHUB_APP_ID: text('the number of a GitHub App', (value) => /^\d+$/.test(value)),
  GITHUB_APP_PRIVATE_KEY: secret("the app's private key in PEM form", (value) =>
    value.includes('PRIVATE KEY'),
  ),
  GITHUB_INSTALLATION_ID: text('the number of an installation', (value) => /^\d+$/.test(value)),
  GITHUB_REPO: text('owner/name', (value) => /^[\w.-]+\/[\w.-]+$/.test(value)),
  GITHUB_API_URL: httpUrl(),
  GITHUB_WEBHOOK_SECRET: secret("the webhook's secret"),
};

type GithubEnvironment = z.infer<z.ZodObject<typeof GITHUB_VARIABLES>>;

export function githubSettings(env: GithubEnvironment): GithubSettings | undefined {
  const app = ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY', 'GITHUB_INSTALLATION_ID'] as const;
  const firstOfApp = app.find((name) => env[name]);
  const first =
    firstOfApp ?? (['GITHUB_REPO', 'GITHUB_WEBHOOK_SECRET'] as const).find((name) => env[name]);
  if (!env.GITHUB_TOKEN && !first) return undefined;
  if (env.GITHUB_TOKEN && firstOfApp) {
    throw new ConfigError(
      `GITHUB_TOKEN and ${firstOfApp} are both set: use a token or an app, not both.`,
    );
  }
  if (env.GITHUB_TOKEN) needed(env, 'GITHUB_TOKEN', 'GITHUB_REPO');
  else if (firstOfApp) needed(env, firstOfApp, ...app, 'GITHUB_REPO');
  else needed(env, first!, 'GITHUB_TOKEN');
  const auth = env.GITHUB_TOKEN
    ? { token: env.GITHUB_TOKEN }
    : {
        appId: env.GITHUB_APP_ID!,
        // a .env line or a dashboard field holds the key with \n for its line breaks
        privateKey: new Secret(env.GITHUB_APP_PRIVATE_KEY!.reveal().replaceAll('\\n', '\n')),
        installationId: env.GITHUB_INSTALLATION_ID!,
      };
  return present({
    auth,
    repo: env.GITHUB_REPO!,
    apiUrl: env.GITHUB_API_URL,
    webhookSecret: env.GITHUB_WEBHOOK_SECRET,
  });
}
