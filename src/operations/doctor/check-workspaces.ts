import { sealedTokens } from '../../../db/queries/slack-workspaces.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { type Cipher, Undecipherable } from '../../core/encryption/cipher.js';
import { type Check, ok, wrong } from './check.js';

/**
 * Checks that ENCRYPTION_KEY decrypts the tokens of the workspaces that installed the app, and
 * reports whether older keys are still needed.
 */
export async function checkWorkspaces(cipher: Cipher, system: SystemDatabase): Promise<Check> {
  const tokens = (await system.rows(sealedTokens)).map(({ sealedToken }) => sealedToken);
  const closed = tokens.filter((token) => !opens(cipher, token)).length;
  if (closed > 0) {
    return wrong(
      'workspaces',
      `the tokens of ${closed} of ${tokens.length} cannot be read`,
      'Put the key that they were stored with behind a comma in ENCRYPTION_KEY, or install the app there again.',
    );
  }
  const older = tokens.filter((token) => !cipher.isCurrent(token)).length;
  const keys = older > 0 ? `${older} still need an older key` : 'the first key opens all';
  return ok('workspaces', tokens.length > 0 ? `${tokens.length} installed, ${keys}` : 'none yet');
}

function opens(cipher: Cipher, token: string): boolean {
  try {
    cipher.decrypt(token);
    return true;
  } catch (error) {
    if (error instanceof Undecipherable) return false;
    throw error;
  }
}
