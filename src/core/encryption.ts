import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Secret } from './secret.js';

/** Encrypts stored secrets with ENCRYPTION_KEY. */
export interface Cipher {
  encrypt(text: string): string;
  /** Throws Undecipherable for text that was encrypted with another key or changed. */
  decrypt(sealed: string): string;
  /**
   * True if it was encrypted with the newest key; text of an older key should be encrypted again.
   */
  isCurrent(sealed: string): boolean;
}

/** A stored secret that none of the configured keys decrypts. */
export class Undecipherable extends Error {
  constructor(why: string) {
    super(`A stored secret cannot be read: ${why}.`);
    this.name = 'Undecipherable';
  }
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with the first key; text of an older key is decrypted with that key, so that keys can
 * be rotated. Sealed text names its key by the start of the key's SHA-256.
 * @param keys each 32 bytes in base64; the first encrypts. Throws RangeError for another length.
 */
export function createCipher(keys: readonly string[]): Cipher {
  const ring = new Map(keys.map(readKey).map((key) => [idOf(key), key]));
  const [current] = ring;
  if (!current) throw new RangeError('A cipher needs a key.');
  const [currentId, currentKey] = current;
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce);
      cipher.setAAD(Buffer.from(headOf(currentId)));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()]);
      return headOf(currentId) + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
    },
    isCurrent: (sealed) => sealed.startsWith(headOf(currentId)),
    decrypt(sealed) {
      const [version, keyId = '', body = ''] = sealed.split('.');
      if (version !== VERSION) throw new Undecipherable('it is not in a form we know');
      const key = ring.get(keyId);
      if (!key)
        throw new Undecipherable('it was encrypted with a key that is not in ENCRYPTION_KEY');
      return open(key, headOf(keyId), Buffer.from(body, 'base64url'));
    },
  };
}

function open(key: Buffer, head: string, sealed: Buffer): string {
  const end = sealed.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw new Undecipherable('it is cut short');
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(head));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES, end));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new Undecipherable('it was changed after it was written');
  }
}

const headOf = (keyId: string): string => `${VERSION}.${keyId}.`;

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

function readKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new RangeError('A key has 32 bytes in base64.');
  return key;
}

/** The cipher of ENCRYPTION_KEY: one key, or the newest and older ones after it, separated by commas. */
export const cipherOfSettings = (encryptionKey: Secret): Cipher =>
  createCipher(
    encryptionKey
      .reveal()
      .split(',')
      .map((key) => key.trim()),
  );
