import type { Config } from '../../config/config.js';
import { ignoredName } from '../../config/misspelled.js';
import { type Check, off, ok, wrong } from '../../core/check.js';

/** Checks the environment variables without any network calls. */
export const checkConfiguration = (config: Config): Check[] => [
  checkNames(config),
  ...(config.production ? checkProduction(config) : []),
];

function checkNames({ misspelled }: Config): Check {
  if (misspelled.length === 0) return ok('configuration', 'valid');
  return wrong(
    'configuration',
    misspelled.map(ignoredName).join(' '),
    'Correct the name, or remove the variable.',
  );
}

/** Checks settings that the service can start without, but that it needs when other people use it. */
function checkProduction({ publicUrl, encryptionKey }: Config): Check[] {
  const advice = 'Set PUBLIC_URL to the https address at which others reach this service.';
  return [
    !publicUrl
      ? wrong('public url', 'without PUBLIC_URL: links lead to localhost', advice)
      : !publicUrl.startsWith('https:')
        ? wrong('public url', `${publicUrl} is not https`, advice)
        : ok('public url', publicUrl),
    encryptionKey
      ? ok('encryption', 'tokens of Slack and Linear are stored encrypted')
      : off('encryption', 'without ENCRYPTION_KEY: no Slack workspaces by OAuth, no app of Linear'),
  ];
}
