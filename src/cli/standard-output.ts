import { createWriteStream, fstatSync } from 'node:fs';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Standard output. Ends the process in one line if it cannot be written. A file is written by a stream of its own: that
 * of Node ignores how much of a text the disk had room for, and would end a cut-off export with success.
 */
export function standardOutput(): NodeJS.WritableStream {
  const out = isFile(1) ? createWriteStream('', { fd: 1, autoClose: false }) : process.stdout;
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe
    process.stderr.write(`${explained(error)}\n`);
    process.exit(1);
  });
  return out;
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false; // closed
  }
}

const explained = ({ code, message }: NodeJS.ErrnoException): string =>
  code !== undefined && FULL.has(code)
    ? 'The disk that standard output goes to is full, so the output is incomplete. Make room there and run it again.'
    : `Standard output cannot be written (${message}), so the output is incomplete. Run it again.`;
