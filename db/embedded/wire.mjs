// @ts-check
// The parts of Postgres' wire protocol (version 3) that the gateway has to understand.

/** Message types, by the byte they start with. */
export const TYPE = {
  query: code('Q'),
  parse: code('P'),
  bind: code('B'),
  describe: code('D'),
  close: code('C'),
  sync: code('S'),
  flush: code('H'),
  password: code('p'),
  terminate: code('X'),
  copyDone: code('c'),
  copyFail: code('f'),
  readyForQuery: code('Z'),
  notification: code('A'),
  error: code('E'),
};

/** Codes of the untyped messages that may precede the startup message. */
export const PREFACE = { ssl: 80877103, gss: 80877104, cancel: 80877102 };

/** @param {string} letter */
function code(letter) {
  return letter.charCodeAt(0);
}

/** @param {string} text */
const cstring = (text) => Buffer.from(`${text}\0`, 'utf8');

/**
 * @param {string} type
 * @param {Buffer[]} body
 */
function message(type, ...body) {
  const content = Buffer.concat(body);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

export const CLEARTEXT_PASSWORD = message('R', Buffer.from([0, 0, 0, 3]));
export const SYNC = message('S');
export const ROLLBACK = message('Q', cstring('ROLLBACK'));

/** @param {string} name */
export const closeStatement = (name) => message('C', Buffer.from('S'), cstring(name));

/**
 * @param {string} sqlState
 * @param {string} text
 */
export const fatal = (sqlState, text) =>
  message(
    'E',
    cstring('SFATAL'),
    cstring('VFATAL'),
    cstring(`C${sqlState}`),
    cstring(`M${text}`),
    Buffer.from([0]),
  );

/**
 * The parameters of a startup message.
 * @param {Buffer} startup
 * @returns {Map<string, string>}
 */
export function startupParameters(startup) {
  const texts = startup.toString('utf8', 8).split('\0');
  const parameters = new Map();
  for (let at = 0; at + 1 < texts.length && texts[at]; at += 2) {
    parameters.set(texts[at], texts[at + 1]);
  }
  return parameters;
}

/**
 * Offsets of the first byte and the end of the statement name in a Parse, Bind, Describe or Close. Undefined for
 * portals and other messages.
 * @param {Buffer} frame
 * @returns {[number, number] | undefined}
 */
function statementName(frame) {
  if (frame[0] === TYPE.parse) return [5, frame.indexOf(0, 5)];
  if (frame[0] === TYPE.bind) {
    const start = frame.indexOf(0, 5) + 1;
    return [start, frame.indexOf(0, start)];
  }
  const ofStatement =
    (frame[0] === TYPE.describe || frame[0] === TYPE.close) && frame[5] === TYPE.sync;
  return ofStatement ? [6, frame.indexOf(0, 6)] : undefined;
}

/**
 * Prefixes a statement's name, since connections share one backend and two may use the same name.
 * @param {Buffer} frame
 * @param {string} prefix
 * @returns {{ frame: Buffer, name?: string }} the name as the backend knows it
 */
export function prefixStatement(frame, prefix) {
  const range = statementName(frame);
  if (!range || range[1] <= range[0]) return { frame };
  const name = prefix + frame.toString('utf8', range[0], range[1]);
  const type = String.fromCharCode(frame[0] ?? 0);
  return {
    name,
    frame: message(type, frame.subarray(5, range[0]), cstring(name), frame.subarray(range[1] + 1)),
  };
}

/** Each field of an error is a letter and a C string. `V` is the severity and never comes first. */
const PANIC = cstring('\0VPANIC');

/**
 * Splits the backend's answer into the part for the client, the part for every listener, the transaction status of
 * the last ReadyForQuery (0 if there was none), and a flag for an error that ended the whole server.
 * @param {Buffer} answer
 */
export function readAnswer(answer) {
  /** @type {Buffer[]} */ const own = [];
  /** @type {Buffer[]} */ const notifications = [];
  let status = 0;
  let panicked = false;
  let kept = 0;
  for (let at = 0; at + 5 <= answer.length; ) {
    const end = at + answer.readInt32BE(at + 1) + 1;
    if (answer[at] === TYPE.readyForQuery) status = answer[at + 5] ?? 0;
    if (answer[at] === TYPE.error) panicked ||= answer.subarray(at, end).includes(PANIC);
    if (answer[at] === TYPE.notification) {
      own.push(answer.subarray(kept, at));
      notifications.push(answer.subarray(at, end));
      kept = end;
    }
    at = end;
  }
  own.push(answer.subarray(kept));
  return { own: Buffer.concat(own), notifications, status, panicked };
}
