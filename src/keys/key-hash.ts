import { hash, randomBytes } from 'node:crypto';

const KEY = /^bl_[A-Za-z0-9_-]{43}$/;

/** `bl_` and 32 random bytes (decisions.md, Errors, keys, limits). */
export const newKey = (): string => `bl_${randomBytes(32).toString('base64url')}`;

/** Whether a credential has the shape of a key; anything else needs no look-up. */
export const isKey = (text: string): boolean => KEY.test(text);

/** What is stored and looked up. Finding a hash in an index tells nothing about the key, however long it took. */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer');
