import { invalidRequest } from '../../core/errors.js';

/**
 * Far longer than the longest interview; a longer line is not a snapshot, and must not fill the
 * memory.
 */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * The lines of a UTF-8 byte stream, in chunks of any size; a byte order mark and CRLF are
 * tolerated.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let lineNumber = 0;

  const decode = (parts: Uint8Array[]): string => {
    lineNumber++;
    try {
      return decoder.decode(Buffer.concat(parts)).replace(/\r$/, '');
    } catch {
      throw invalidRequest(`line ${lineNumber}: expected UTF-8 text`);
    }
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield decode([...pending, chunk.subarray(start, end)]);
      pending = [];
      pendingBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pending.push(chunk.subarray(start));
      pendingBytes += chunk.length - start;
      if (pendingBytes > MAX_LINE_BYTES) {
        throw invalidRequest(`line ${lineNumber + 1}: expected at most 64 MiB in one line`);
      }
    }
  }
  if (pending.length) yield decode(pending);
}
