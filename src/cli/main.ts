#!/usr/bin/env node
import { runCommandLine } from './run-command-line.js';
import { standardOutput } from './standard-output.js';

// as in the server, since a command may create the database
process.umask(0o077);
process.exitCode = await runCommandLine(process.argv.slice(2), {
  in: process.stdin,
  out: standardOutput(),
  err: process.stderr,
});
