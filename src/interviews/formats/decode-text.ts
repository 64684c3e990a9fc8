import { UnreadableFile } from '../../core/errors.js';

/** Magic bytes of files that are often uploaded instead of text. */
const MAGIC: [bytes: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a Word document or another zip archive; save it as text first'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF; save it as text first'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office document; save it as text first'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'rich text; save it as plain text first'],
  [[0x49, 0x44, 0x33], 'a recording; it must be transcribed first'],
];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** In UTF-16 without a byte order mark, nearly every second byte of Latin text is zero. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2]!++;
  const half = sample.length / 2;
  if (zeros[1]! > 0.4 * half && zeros[0]! < 0.1 * half) return 'utf-16le';
  if (zeros[0]! > 0.4 * half && zeros[1]! < 0.1 * half) return 'utf-16be';
  return 'utf-8';
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Counts control characters that do not occur in text. */
const controls = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) count++;
  }
  return count;
};

/**
 * Decodes a file in UTF-8, UTF-16 or Windows-1252 (Latin-1), without the byte order mark and with `\n` as the
 * only line ending. Throws UnreadableFile if it is empty or not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const known = MAGIC.find(([start]) => startsWith(bytes, start));
  if (known) throw new UnreadableFile(`It is ${known[1]}.`);
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n');
  if (controls(text.slice(0, 65_536)) > 2) {
    throw new UnreadableFile('It is not text: it holds binary data.');
  }
  // Postgres cannot store NUL, and it has no meaning in text.
  const clean = text.replaceAll('\0', '');
  if (clean.trim() === '') throw new UnreadableFile('It is empty.');
  return clean;
}
