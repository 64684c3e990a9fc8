import { type Logger, pino } from 'pino';
import { loggedError } from './log-error.js';

export type { Logger };

/**
 * One JSON line an event, on standard error, so that a command's standard output stays its answer.
 * What could carry a secret or an interview is never handed to it; the redaction is the second fence.
 */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: {
        paths: ['*.token', '*.apiKey', '*.authorization', 'authorization', 'token', 'apiKey'],
        censor: '[secret]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
