#!/usr/bin/env node
import { runCommandLine } from './run-command-line.js';

// as in the server, since a command may create the database
process.umask(0o077);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe
  throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), {
  in: process.stdin,
  out: process.stdout,
  err: process.stderr,
});
