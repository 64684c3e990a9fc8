import type { Config } from '../config.js';

/** Settings that are valid but that this version does nothing with yet: whoever set them should know. */
export function unusedSettings(config: Config): string[] {
  const { autoPush, linear, github } = config;
  const unused: [string, unknown][] = [
    ['AUTO_PUSH', autoPush !== 'off'],
    ['LINEAR_WEBHOOK_SECRET', linear?.webhookSecret],
    ['GITHUB_WEBHOOK_SECRET', github?.webhookSecret],
  ];
  return unused.flatMap(([name, value]) => (value ? [name] : []));
}
