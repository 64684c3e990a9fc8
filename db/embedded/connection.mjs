// @ts-check
import { timingSafeEqual } from 'node:crypto';
import {
  CLEARTEXT_PASSWORD,
  fatal,
  PREFACE,
  prefixStatement,
  startupParameters,
  TYPE,
} from './wire.mjs';

/** More than any startup or password message needs: unauthenticated clients must not fill the memory. */
const UNKNOWN_LIMIT_BYTES = 10_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

/** Messages that end a batch: the backend answers after them. */
const ENDS_BATCH = new Set([TYPE.sync, TYPE.query, TYPE.flush, TYPE.copyDone, TYPE.copyFail]);

/**
 * @typedef {object} Backend the gateway as seen by a connection
 * @property {string} password
 * @property {(connection: Connection, frames: Buffer, startup: boolean) => void} submit
 */

/** One client: reads its messages, authenticates it, and hands whole batches to the backend. */
export class Connection {
  /** True once the socket is gone. */
  dead = false;
  listening = false;
  /** Milliseconds one statement may take; 0 means no limit. */
  statementTimeoutMs = 0;
  idleInTransactionMs = IDLE_IN_TRANSACTION_MS;
  /** The connection's named statements, under the names that the backend knows. @type {Set<string>} */
  statements = new Set();
  /** Ends a transaction that the client left idle. @type {NodeJS.Timeout | undefined} */
  idleTimer;
  /** Ends the transaction sooner when other clients are waiting. @type {NodeJS.Timeout | undefined} */
  awaitedTimer;
  /** @type {Buffer} */ #received = Buffer.alloc(0);
  /** @type {Buffer | undefined} */ #startup;
  #known = false;
  /** @type {Buffer[]} */ #batch = [];

  /**
   * @param {number} id
   * @param {import('node:net').Socket} socket
   * @param {Backend} backend
   */
  constructor(id, socket, backend) {
    this.id = id;
    this.socket = socket;
    this.backend = backend;
    socket.setNoDelay(true);
    socket.on('error', () => {}); // 'close' follows
    socket.on('data', (bytes) => this.#read(bytes));
  }

  /** Call when the connection's transaction has ended, continues or is being rolled back. */
  stopIdling() {
    clearTimeout(this.idleTimer);
    clearTimeout(this.awaitedTimer);
    this.awaitedTimer = undefined;
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#received = this.#received.length ? Buffer.concat([this.#received, bytes]) : bytes;
    while (!this.socket.destroyed) {
      // the startup message has no type byte
      const typed = this.#startup ? 1 : 0;
      if (this.#received.length < typed + 4) return;
      const length = this.#received.readInt32BE(typed) + typed;
      if (length < typed + 4 || (!this.#known && length > UNKNOWN_LIMIT_BYTES)) {
        this.socket.destroy();
        return;
      }
      if (this.#received.length < length) return;
      // a copy: the socket's own memory is far larger than most frames
      const frame = Buffer.from(this.#received.subarray(0, length));
      this.#received = this.#received.subarray(length);
      if (typed) this.#onFrame(frame);
      else this.#onPreface(frame);
    }
  }

  /** @param {Buffer} frame */
  #onPreface(frame) {
    const code = frame.length >= 8 ? frame.readInt32BE(4) : 0;
    if (code === PREFACE.ssl || code === PREFACE.gss) {
      this.socket.write('N');
    } else if (code === PREFACE.cancel || code === 0) {
      this.socket.end(); // a running statement cannot be interrupted inside wasm
    } else {
      this.#startup = frame;
      const parameters = startupParameters(frame);
      this.statementTimeoutMs = Number(parameters.get('statement_timeout')) || 0;
      this.idleInTransactionMs =
        Number(parameters.get('idle_in_transaction_session_timeout')) || IDLE_IN_TRANSACTION_MS;
      this.socket.write(CLEARTEXT_PASSWORD);
    }
  }

  /** @param {Buffer} frame */
  #onFrame(frame) {
    const type = frame[0] ?? 0;
    if (type === TYPE.terminate) this.socket.end();
    else if (this.#known) this.#collect(type, frame);
    else if (type === TYPE.password) this.#authenticate(frame);
    else this.socket.destroy();
  }

  /** @param {Buffer} frame */
  #authenticate(frame) {
    const given = frame.subarray(5, -1);
    const wanted = Buffer.from(this.backend.password);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      this.socket.end(fatal('28P01', 'password authentication failed'));
      return;
    }
    this.#known = true;
    if (this.#startup) this.backend.submit(this, this.#startup, true);
  }

  /**
   * @param {number} type
   * @param {Buffer} frame
   */
  #collect(type, frame) {
    const carriesSql = type === TYPE.query || type === TYPE.parse;
    if (carriesSql && /\blisten\s/i.test(frame.toString('latin1', 5, 200))) this.listening = true;
    const renamed = prefixStatement(frame, `c${this.id}_`);
    if (renamed.name && type === TYPE.parse) this.statements.add(renamed.name);
    this.#batch.push(renamed.frame);
    if (!ENDS_BATCH.has(type)) return;
    const frames = Buffer.concat(this.#batch);
    this.#batch = [];
    this.backend.submit(this, frames, false);
  }
}
