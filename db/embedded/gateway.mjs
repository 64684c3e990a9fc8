// @ts-check
import net from 'node:net';
import { Connection } from './connection.mjs';
import { closeStatement, fatal, ROLLBACK, readAnswer, SYNC } from './wire.mjs';

const IDLE = 'I'.charCodeAt(0);
/**
 * Milliseconds that a transaction may leave the backend idle while others wait for it: less than a client waits for
 * a connection. A process that was paused or killed during a transaction must not block everyone else.
 */
const IDLE_WHILE_AWAITED_MS = 3_000;

/**
 * @typedef {object} Turn frames that one connection wants answered
 * @property {Connection} connection
 * @property {Buffer} frames
 * @property {boolean} [startup]
 * @property {boolean} [silent] the answer is not sent to any client
 */

/**
 * Lets many connections take turns on the one backend. A connection that opens a transaction, or reads only part of
 * a portal, keeps the backend until the transaction ends. That isolates transactions.
 */
export class Gateway {
  /** @type {Set<Connection>} */ #connections = new Set();
  /** @type {Turn[]} */ #waiting = [];
  /** @type {Connection | undefined} */ #owner;
  #working = false;
  #lastId = 0;
  /** @type {(() => void) | undefined} */ #onEmpty;

  /**
   * @param {object} backend
   * @param {(frames: Buffer, timeoutMs: number) => Promise<Buffer>} backend.execute resolves to the backend's whole
   * answer and never rejects
   * @param {string} backend.password
   * @param {() => void} backend.panicked called on a PANIC: a server would exit and recover, but this one would
   * return wrong answers
   */
  constructor({ execute, password, panicked }) {
    this.execute = execute;
    this.password = password;
    this.panicked = panicked;
    this.server = net.createServer((socket) => this.#accept(socket));
  }

  /**
   * @param {number} port 0 picks a free port
   * @returns {Promise<number>} the port in use
   */
  listen(port) {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => {
        const address = this.server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  /** Refuses new clients and resolves once no client is connected. */
  drain() {
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      this.#onEmpty = () => {
        this.server.close();
        resolve();
      };
      if (this.#connections.size === 0) this.#onEmpty();
    });
  }

  /** Closes every connection and waits for the running statement. */
  async close() {
    this.server.close();
    for (const connection of this.#connections) connection.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20)); // their 'close' events roll back the open transactions
    while (this.#working) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /**
   * @param {Connection} connection
   * @param {Buffer} frames
   * @param {boolean} startup
   */
  submit(connection, frames, startup) {
    this.#waiting.push({ connection, frames, startup });
    if (!this.#working && this.#owner !== connection) this.#limitIdling();
    void this.#work();
  }

  /** @param {net.Socket} socket */
  #accept(socket) {
    this.#lastId += 1;
    const connection = new Connection(this.#lastId, socket, this);
    this.#connections.add(connection);
    socket.on('close', () => this.#forget(connection));
  }

  /**
   * Rolls back the transaction of a closed connection and deallocates its statements. @param {Connection}
   * connection
   */
  #forget(connection) {
    connection.dead = true;
    connection.stopIdling();
    this.#connections.delete(connection);
    this.#waiting = this.#waiting.filter((turn) => turn.connection !== connection);
    if (this.#owner === connection) this.#rollBack(connection);
    if (connection.statements.size > 0) {
      const frames = Buffer.concat([...[...connection.statements].map(closeStatement), SYNC]);
      this.#waiting.push({ connection, frames, silent: true });
    }
    void this.#work();
    if (this.#connections.size === 0) this.#onEmpty?.();
  }

  /** @param {Connection} connection */
  #rollBack(connection) {
    this.#owner = connection;
    const frames = Buffer.concat([SYNC, ROLLBACK]);
    this.#waiting.unshift({ connection, frames, silent: true });
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    for (let turn = this.#next(); turn; turn = this.#next()) {
      turn.connection.stopIdling();
      const answer = await this.execute(turn.frames, turn.connection.statementTimeoutMs);
      const { own, notifications, status, panicked } = readAnswer(answer);
      if (panicked) this.panicked();
      for (const notification of notifications) this.#notify(notification);
      if (!turn.silent && !turn.connection.dead && own.length > 0)
        turn.connection.socket.write(own);
      this.#settle(turn, status);
    }
    this.#working = false;
  }

  /** @returns {Turn | undefined} the owner's next turn, or anyone's if the backend has no owner */
  #next() {
    const owner = this.#owner;
    const at = owner ? this.#waiting.findIndex((turn) => turn.connection === owner) : 0;
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /**
   * @param {Turn} turn
   * @param {number} status
   */
  #settle({ connection, startup, silent }, status) {
    if (status === IDLE) {
      if (this.#owner === connection) this.#owner = undefined;
    } else if (!startup && !silent) {
      // in a transaction, in a failed one, or no ReadyForQuery yet
      this.#owner = connection;
      if (connection.dead) this.#rollBack(connection);
      else {
        connection.idleTimer = setTimeout(() => giveUp(connection), connection.idleInTransactionMs);
        if (this.#waiting.length > 0) this.#limitIdling();
      }
    }
  }

  /** Called when the first of the other connections starts to wait for the owner's next statement. */
  #limitIdling() {
    const owner = this.#owner;
    if (owner) owner.awaitedTimer ??= setTimeout(() => giveUp(owner), IDLE_WHILE_AWAITED_MS);
  }

  /** @param {Buffer} notification */
  #notify(notification) {
    for (const connection of this.#connections) {
      if (connection.listening) connection.socket.write(notification);
    }
  }
}

/** @param {Connection} connection */
function giveUp(connection) {
  connection.socket.write(
    fatal('25P03', 'terminating connection: idle in transaction for too long'),
  );
  connection.socket.destroy();
}
