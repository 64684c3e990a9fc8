import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from '../../../src/core/log.js';

/**
 * Sends Bolt's log lines to ours. Its warnings describe single requests (a bad signature, a failed call that we
 * handle ourselves), so they are debug lines here; Health logs what an operator must know.
 */
export function boltLogger(log: Logger): BoltLogger {
  const write = (...message: unknown[]): void => log.debug(message.map(said).join(' '));
  return {
    debug: () => {},
    info: () => {},
    warn: write,
    error: write,
    setLevel: () => {},
    getLevel: () => LogLevel.WARN,
    setName: () => {},
  };
}

const said = (value: unknown): string => (value instanceof Error ? value.message : String(value));
