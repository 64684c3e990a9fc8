import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/operations/snapshot/parse-line.js';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function lines(bytes: Uint8Array, size = 3): Promise<string[]> {
  const all: string[] = [];
  for await (const line of readLines(chunksOf(bytes, size))) all.push(line);
  return all;
}

describe('lines of a byte stream', () => {
  it('are the same whatever the chunks, multi-byte characters included', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((part) => part.replace(/[\r\n\ufeff]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (parts, size) => {
          const bytes = new TextEncoder().encode(`${parts.join('\n')}\n`);
          expect(await lines(bytes, size)).toEqual(parts);
        },
      ),
    );
  });

  it('tolerate a byte order mark, CRLF and a missing last newline', async () => {
    expect(await lines(Buffer.from('\ufeff{"a":1}\r\n{"b":2}'))).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('that are not UTF-8 are refused with their number', async () => {
    await expect(lines(Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a]))).rejects.toThrow(
      'line 2: expected UTF-8 text',
    );
  });
});
