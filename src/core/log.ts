import { type Logger, pino } from 'pino';

/** The loggable facts of an error: its kind and where it was thrown, never the data it carried. */
interface LoggedError {
  type: string;
  message: string;
  /** SQLSTATE, errno or a service's own code. */
  code?: string;
  constraint?: string;
  table?: string;
  stack?: string;
  cause?: LoggedError;
}

const MAX_CAUSES = 3;

/**
 * Reduces an error to what may be logged. Errors of Postgres, TypeORM and HTTP clients contain statement values,
 * whole rows or request bodies, and thus interviews and tokens; only fields that cannot contain them are kept.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an Error was thrown' };
  const { code, constraint, table } = error as {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  const message = isDataException(code) ? 'a value does not fit its column' : error.message;
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(error.stack && { stack: frames(error.stack) }),
    ...(error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** True for SQLSTATE class 22, for which Postgres repeats the value in its message. */
const isDataException = (code: unknown): boolean =>
  typeof code === 'string' && /^22...$/.test(code);

/** The stack without its first lines, which repeat the message. */
const frames = (stack: string): string => stack.slice(Math.max(0, stack.search(/^[ \t]+at /m)));

export type { Logger };

/**
 * Logs one JSON line per event to standard error, so that standard output has only a command's result. Secrets and
 * interviews are never passed to it; the redaction is a second safeguard.
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
