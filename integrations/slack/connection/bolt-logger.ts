import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from '../../../src/log.js';

/**
 * Bolt's lines in our log. Its warnings describe single requests (a bad signature, a failed call that
 * we handle ourselves), so they are debug lines here; what an operator must know is logged by Health.
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
