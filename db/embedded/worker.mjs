// @ts-check
// The embedded database's own thread; on the main thread, every query would block the event loop. Plain JavaScript,
// so that a worker can load it under node, tsx and vitest.
import { parentPort, workerData } from 'node:worker_threads';
import { openBackend } from './backend.mjs';
import { Gateway } from './gateway.mjs';

/** @type {{ dataDir: string, password: string, fsync: boolean, vectors: boolean, port: number, clock: SharedArrayBuffer }} */
const { dataDir, password, fsync, vectors, port, clock } = workerData;
/** Start of the running statement (0: idle) and its time limit (0: none), both in milliseconds. */
const statement = new Float64Array(clock);

const database = await openBackend(dataDir, { fsync, vectors });

/**
 * Ends this worker: the parent starts a new one, which recovers from the log.
 * @param {string} why
 */
function broken(why) {
  parentPort?.postMessage({ broken: why });
  process.exit(70);
}

/**
 * @param {Buffer} frames
 * @param {number} timeoutMs
 */
async function execute(frames, timeoutMs) {
  /** @type {Buffer[]} */ const chunks = [];
  statement[1] = timeoutMs;
  statement[0] = Date.now();
  try {
    // the stream form, because execProtocolRaw keeps every parsed row forever; a copy, because the chunk is wasm
    // memory that is reused
    await database.runExclusive(() =>
      database.execProtocolRawStream(frames, {
        onRawData: (data) => chunks.push(Buffer.from(data)),
      }),
    );
  } catch (error) {
    broken(String(error));
  } finally {
    statement[0] = 0;
  }
  return Buffer.concat(chunks);
}

const gateway = new Gateway({
  execute,
  password,
  panicked: () => broken('it could not write its log; is the disk full?'),
});

let closing = false;

parentPort?.on('message', async (request) => {
  if (request === 'leave') await gateway.drain();
  if (closing) return;
  closing = true;
  await gateway.close();
  await database.close(); // a checkpoint
  process.exit(0);
});

parentPort?.postMessage({ port: await gateway.listen(port) });
