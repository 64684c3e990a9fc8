// @ts-nocheck
// PGlite in a worker thread behind a Postgres wire-protocol gateway on 127.0.0.1.

import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { vector } from '@electric-sql/pglite-pgvector';

const extensions = { vector, pg_trgm, unaccent, btree_gin, pgcrypto, fuzzystrmatch };
const {
  dataDir,
  password,
  fsync = true,
  sharedBuffers = '64MB',
  idleTxMs = 30_000,
  port = 0,
  clock,
} = workerData;
/** when the statement now running started (ms); 0 = idle. The parent reads it while this thread is inside wasm. */
const since = new Float64Array(/** @type {SharedArrayBuffer} */ (clock));

// ---- open -----------------------------------------------------------------
// 1. A kill in the middle of the very first initdb can leave a directory that never opens again:
//    initialise beside it and rename when complete.
if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
  const tmp = `${dataDir}.init`;
  fs.rmSync(tmp, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  const init = await PGlite.create({ dataDir: tmp, extensions });
  await init.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.renameSync(tmp, dataDir);
}
// 2. PGlite starts with -F (fsync off) and its Node file system has no fsync at all. Give it one.
const startParams = PGlite.defaultStartParams
  .filter((/** @type {string} */ p) => p !== '-F')
  .concat(
    '-c',
    `fsync=${fsync ? 'on' : 'off'}`,
    '-c',
    'wal_sync_method=fsync',
    '-c',
    `shared_buffers=${sharedBuffers}`,
  );
const db = await PGlite.create({ dataDir, extensions, startParams });
if (fsync) {
  /** @type {any} */ (db).Module.FS.filesystems.NODEFS.stream_ops.fsync = (
    /** @type {{nfd?: number}} */ s,
  ) => {
    if (s.nfd !== undefined) fs.fsyncSync(s.nfd); // directories have no nfd here
    return 0;
  };
}

// ---- gateway --------------------------------------------------------------
const cstr = (/** @type {string} */ s) => Buffer.from(s + '\0', 'utf8');
const msg = (/** @type {string} */ t, /** @type {Buffer} */ body) => {
  const b = Buffer.alloc(5 + body.length);
  b.write(t, 0, 'latin1');
  b.writeInt32BE(4 + body.length, 1);
  body.copy(b, 5);
  return b;
};
const fatal = (/** @type {string} */ code, /** @type {string} */ m) =>
  msg(
    'E',
    Buffer.concat([
      ...[
        ['S', 'FATAL'],
        ['V', 'FATAL'],
        ['C', code],
        ['M', m],
      ].map(([k, v]) => Buffer.concat([Buffer.from(k), cstr(v)])),
      Buffer.from([0]),
    ]),
  );
const AUTH_CLEARTEXT = msg('R', Buffer.from([0, 0, 0, 3]));
const SYNC = msg('S', Buffer.alloc(0));
const [Z, A, Q, P, S, X, H, PWD, CDONE, CFAIL] = [...'ZAQPSXHpcf'].map((c) => c.charCodeAt(0));

/** @typedef {{id:number, sock:net.Socket, dead:boolean, listening:boolean, named:Set<string>, idle?:NodeJS.Timeout}} Conn */
/** @typedef {{c:Conn, buf:Buffer, startup?:boolean, silent?:boolean}} Job */
/** @type {Set<Conn>} */ const conns = new Set();
/** @type {Job[]} */ let queue = [];
/** @type {Conn|null} */ let owner = null; // the connection that holds the one backend (open transaction, or a half-read portal)
let busy = false,
  seq = 0;

async function pump() {
  if (busy) return;
  busy = true;
  try {
    for (;;) {
      const o = owner;
      const i = o ? queue.findIndex((j) => j.c === o) : 0;
      if (i < 0 || !queue.length) break;
      const job = queue.splice(i, 1)[0];
      /** @type {Buffer[]} */ const chunks = [];
      try {
        // execProtocolRaw() keeps every parsed row for ever: use the stream form, and copy (it hands out wasm memory)
        since[0] = Date.now();
        await db.runExclusive(() =>
          db.execProtocolRawStream(job.buf, {
            onRawData: (d) => {
              chunks.push(Buffer.from(d));
            },
          }),
        );
      } catch (e) {
        // the wasm instance is gone: let the parent start a fresh worker
        parentPort?.postMessage({ fatal: String(e) });
        job.c.sock.destroy();
        process.exit(70);
      } finally {
        since[0] = 0;
      }
      const out = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      let status = 0,
        kept = 0;
      /** @type {Buffer[]} */ const parts = [];
      for (let p = 0; p + 5 <= out.length; ) {
        const len = out.readInt32BE(p + 1) + 1;
        if (out[p] === Z) status = out[p + 5];
        else if (out[p] === A) {
          // NotificationResponse: to every listener, not to whoever ran the query
          const n = out.subarray(p, p + len);
          for (const c of conns) if (c.listening) c.sock.write(n);
          parts.push(out.subarray(kept, p));
          kept = p + len;
        }
        p += len;
      }
      if (!job.silent && !job.c.dead) {
        const w = kept ? Buffer.concat([...parts, out.subarray(kept)]) : out;
        if (w.length) job.c.sock.write(w);
      }
      clearTimeout(job.c.idle);
      if (status === 0x49 /* I */) {
        if (owner === job.c) owner = null;
      } else if (!job.startup && !job.silent) {
        // T, E, or no ReadyForQuery yet
        owner = job.c;
        if (job.c.dead) release(job.c);
        else
          job.c.idle = setTimeout(() => {
            job.c.sock.write(fatal('25P03', 'idle-in-transaction timeout'));
            job.c.sock.destroy();
          }, idleTxMs);
      }
    }
  } finally {
    busy = false;
  }
}
const push = (/** @type {Job} */ job) => {
  queue.push(job);
  void pump();
};
/** roll back what a vanished connection left open */
function release(/** @type {Conn} */ c) {
  owner = c;
  queue.unshift({ c, buf: Buffer.concat([SYNC, msg('Q', cstr('ROLLBACK'))]), silent: true });
  void pump();
}

const server = net.createServer((sock) => {
  sock.setNoDelay(true);
  /** @type {Conn} */ const c = {
    id: ++seq,
    sock,
    dead: false,
    listening: false,
    named: new Set(),
  };
  conns.add(c);
  let buf = Buffer.alloc(0),
    authed = false;
  /** @type {Buffer|null} */ let startup = null;
  /** @type {Buffer[]} */ let batch = [];
  const nm = (/** @type {string} */ n) => (n ? `c${c.id}_${n}` : '');
  const end = (/** @type {Buffer} */ m, /** @type {number} */ from) => m.indexOf(0, from);
  /** named statements are per connection: prefix them, they share one backend here */
  const rewrite = (/** @type {Buffer} */ m) => {
    const t = String.fromCharCode(m[0]);
    if (t === 'P') {
      const e = end(m, 5);
      if (e === 5) return m;
      const n = m.toString('utf8', 5, e);
      c.named.add(n);
      return msg('P', Buffer.concat([cstr(nm(n)), m.subarray(e + 1)]));
    }
    if (t === 'B') {
      const p = end(m, 5),
        e = end(m, p + 1);
      if (e === p + 1) return m;
      return msg(
        'B',
        Buffer.concat([
          m.subarray(5, p + 1),
          cstr(nm(m.toString('utf8', p + 1, e))),
          m.subarray(e + 1),
        ]),
      );
    }
    if ((t === 'D' || t === 'C') && m[5] === S) {
      const e = end(m, 6);
      if (e === 6) return m;
      return msg(t, Buffer.concat([Buffer.from('S'), cstr(nm(m.toString('utf8', 6, e)))]));
    }
    return m;
  };
  const onMessage = (/** @type {Buffer} */ m) => {
    const t = m[0];
    if (t === X) return void sock.end();
    if (t === PWD && !authed) {
      const got = m.subarray(5, m.length - 1),
        want = Buffer.from(password);
      if (got.length !== want.length || !timingSafeEqual(got, want))
        return void sock.end(fatal('28P01', 'password authentication failed'));
      authed = true;
      return push({ c, buf: /** @type {Buffer} */ (startup), startup: true });
    }
    if (!authed) return void sock.destroy();
    if (
      (t === Q || t === P) &&
      /\blisten\s/i.test(m.toString('latin1', 5, Math.min(m.length, 200)))
    )
      c.listening = true;
    batch.push(rewrite(m));
    if (t === S || t === Q || t === H || t === CDONE || t === CFAIL) {
      const b = batch.length === 1 ? batch[0] : Buffer.concat(batch);
      batch = [];
      push({ c, buf: b });
    }
  };
  sock.on('data', (d) => {
    buf = buf.length ? Buffer.concat([buf, d]) : d;
    for (;;) {
      if (!startup) {
        if (buf.length < 8) return;
        const len = buf.readInt32BE(0),
          code = buf.readInt32BE(4);
        if (buf.length < len) return;
        const m = Buffer.from(buf.subarray(0, len));
        buf = buf.subarray(len);
        if (code === 80877103 || code === 80877104) {
          sock.write('N');
          continue;
        } // no TLS, no GSS
        if (code === 80877102) return void sock.end(); // CancelRequest: impossible in wasm
        startup = m;
        sock.write(AUTH_CLEARTEXT);
        continue;
      }
      if (buf.length < 5) return;
      const len = buf.readInt32BE(1) + 1;
      if (buf.length < len) return;
      const m = Buffer.from(buf.subarray(0, len));
      buf = buf.subarray(len);
      onMessage(m);
    }
  });
  sock.on('error', () => {});
  sock.on('close', () => {
    c.dead = true;
    clearTimeout(c.idle);
    conns.delete(c);
    queue = queue.filter((j) => j.c !== c);
    if (owner === c) release(c);
    if (c.named.size)
      queue.push({
        c,
        silent: true,
        buf: Buffer.concat([
          ...[...c.named].map((n) => msg('C', Buffer.concat([Buffer.from('S'), cstr(nm(n))]))),
          SYNC,
        ]),
      });
    void pump();
  });
});
server.listen(port, '127.0.0.1', () =>
  parentPort?.postMessage({ port: /** @type {net.AddressInfo} */ (server.address()).port }),
);

parentPort?.on('message', async (m) => {
  if (m !== 'stop') return;
  for (const c of conns) c.sock.destroy();
  server.close();
  await new Promise((r) => setTimeout(r, 20));
  while (busy) await new Promise((r) => setTimeout(r, 5));
  await db.close(); // checkpoints
  process.exit(0);
});
