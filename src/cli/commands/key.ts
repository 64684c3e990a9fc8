import { days } from '../../core/decisions.js';
import { createKey, listKeys, revokeKey } from '../../core/keys/manage-keys.js';
import { command } from '../command.js';
import { operatorContext } from '../operator-context.js';
import { oneOf, wholeNumber } from '../options.js';

export const keyCreate = command({
  name: 'key create',
  summary: 'create an API key; it is shown this once',
  options: {
    team: { type: 'string' },
    scope: { type: 'string' },
    name: { type: 'string' },
    'expires-in-days': { type: 'string' },
  },
  required: ['team'],
  run: async (input) => {
    const scope = oneOf(input.options, 'scope', ['read', 'write'] as const, 'write');
    const lasts = wholeNumber(input.options, 'expires-in-days', { min: 1, max: 3650 });
    const ctx = await operatorContext(input);
    return createKey(ctx, {
      name: input.options.name ?? 'unnamed',
      scope,
      ...(lasts && { expiresAt: new Date(ctx.now.getTime() + days(lasts)) }),
    });
  },
  show: ({ key, keyId, scope }) =>
    `${key}\nThis is the only time the key is shown. Its id is ${keyId}, its scope ${scope}.`,
});

export const keyList = command({
  name: 'key list',
  summary: "list a team's keys, without their secrets",
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => listKeys(await operatorContext(input)),
  show: (keys) =>
    keys
      .map(({ keyId, name, scope, status }) => `${keyId}  ${scope.padEnd(5)}  ${status}  ${name}`)
      .join('\n') || 'The team has no key.',
});

export const keyRevoke = command({
  name: 'key revoke',
  summary: 'revoke a key at once, everywhere',
  args: ['keyId'],
  run: ({ system, args }) => revokeKey(system, args.keyId as string),
  show: ({ keyId }) => `Revoked ${keyId}.`,
});
