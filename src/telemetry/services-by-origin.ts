import type { Config } from '../config.js';

/** Which service answers at which origin, for metrics and traces. */
export function servicesByOrigin(config: Config): Map<string, string> {
  const { slackApiUrl, linear, github, llm, embeddings } = config;
  const addresses: [string, string][] = [
    ['slack', slackApiUrl ?? 'https://slack.com'],
    ['slack', 'https://hooks.slack.com'],
    ['linear', linear?.apiUrl ?? 'https://api.linear.app'],
    ['github', github?.apiUrl ?? 'https://api.github.com'],
    ['model', llm?.baseUrl ?? 'https://api.anthropic.com'],
    ['model', llm?.baseUrl ?? 'https://api.openai.com'],
    ...(embeddings ? [['embeddings', embeddings.baseUrl] as [string, string]] : []),
  ];
  return new Map(addresses.map(([service, url]) => [new URL(url).origin, service]));
}
