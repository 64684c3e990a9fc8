import { hash, randomBytes } from 'node:crypto';

const KEY = /^bl_[A-Za-z0-9_-]{43}$/;

/** `bl_` and 32 random bytes (docs/reference.md, Errors, keys, limits). */
export const newKey = (): string => `bl_${randomBytes(32).toString('base64url')}`;

/** True if a credential has the shape of a key; any other needs no lookup. */
export const isKey = (text: string): boolean => KEY.test(text);

/**
 * The stored hash by which a key is looked up. The time that an index lookup takes reveals nothing
 * about the key.
 */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer');
