import { expect, it } from 'vitest';
import { preferredEncoding } from '../../src/api/http/preferred-encoding.js';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'gzip'],
  ['br, gzip', 'br'],
  ['gzip;q=0.5, br;q=0.8', 'br'],
  ['gzip; q=0.9 , br; q=0.8', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, br;q=0, *;q=1', undefined],
  ['gzip;q=0, *', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['gzip;q=nonsense', undefined],
])('Accept-Encoding %j asks for %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});
