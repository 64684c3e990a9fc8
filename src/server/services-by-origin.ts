import type { Config } from '../config/config.js';

/** Service names by origin, for metrics and traces. */
export function servicesByOrigin(config: Config): Map<string, string> {
  const { slackApiUrl, trackers, llm, embeddings } = config;
  const addresses: [string, string][] = [
    ['slack', slackApiUrl ?? 'https://slack.com'],
    ['slack', 'https://hooks.slack.com'],
    ...trackers.flatMap(({ provider, apiUrl }): [string, string][] =>
      apiUrl ? [[provider, apiUrl]] : [],
    ),
    ['model', llm?.baseUrl ?? 'https://api.anthropic.com'],
    ['model', llm?.baseUrl ?? 'https://api.openai.com'],
    ...(embeddings ? [['embeddings', embeddings.baseUrl] as [string, string]] : []),
  ];
  return new Map(addresses.map(([service, url]) => [new URL(url).origin, service]));
}
