#!/usr/bin/env node
import { runCommandLine } from './run-command-line.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever read the answer has seen enough
  throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), {
  in: process.stdin,
  out: process.stdout,
  err: process.stderr,
});
