import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCipher, Undecipherable } from '../../src/core/encryption.js';

const newKey = (): string => randomBytes(32).toString('base64');

describe('the cipher', () => {
  it('gives back any text, and never the same sealed text twice', () => {
    const cipher = createCipher([newKey()]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const sealed = cipher.encrypt(text);
        expect(cipher.decrypt(sealed)).toBe(Buffer.from(text).toString());
        expect(cipher.encrypt(text)).not.toBe(sealed);
        if (text.length > 12) expect(sealed).not.toContain(text);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses what was changed anywhere', () => {
    const cipher = createCipher([newKey()]);
    const sealed = cipher.encrypt('xoxb-a-token');
    const changed = fc.integer({ min: 0, max: sealed.length - 1 }).map((at) => {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      return sealed.slice(0, at) + other + sealed.slice(at + 1);
    });
    fc.assert(
      fc.property(changed, (text) => {
        // the last character of base64 may carry bits that mean nothing
        const same = Buffer.from(text.split('.')[2] ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.')[2] ?? '', 'base64url'),
        );
        if (same && text.startsWith(sealed.slice(0, 12))) return;
        expect(() => cipher.decrypt(text)).toThrow(Undecipherable);
      }),
      { numRuns: 200 },
    );
    expect(() => cipher.decrypt('')).toThrow(Undecipherable);
    expect(() => cipher.decrypt(sealed.slice(0, 30))).toThrow(Undecipherable);
  });

  it('reads what an older key wrote, writes with the newest, and says which key is missing', () => {
    const [older, newer] = [newKey(), newKey()];
    const before = createCipher([older]).encrypt('secret');
    const rotated = createCipher([newer, older]);
    expect(rotated.decrypt(before)).toBe('secret');
    expect([before, rotated.encrypt('x')].map(rotated.isCurrent)).toEqual([false, true]);
    expect(createCipher([newer]).decrypt(rotated.encrypt('secret'))).toBe('secret');
    expect(() => createCipher([newer]).decrypt(before)).toThrow(
      'a key that is not in ENCRYPTION_KEY',
    );
    expect(() => createCipher([])).toThrow(RangeError);
    expect(() => createCipher(['c2hvcnQ='])).toThrow(RangeError);
  });
});
