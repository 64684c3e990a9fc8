import type { Secret } from '../secret.js';
import { type Cipher, createCipher } from './cipher.js';

/** The cipher of ENCRYPTION_KEY: one key, or the newest and older ones after it, separated by commas. */
export const cipherOfSettings = (encryptionKey: Secret): Cipher =>
  createCipher(
    encryptionKey
      .reveal()
      .split(',')
      .map((key) => key.trim()),
  );
