import { connect, type Socket } from 'node:net';

export interface LoadOrder {
  port: number;
  path: string;
  key: string;
  connections: number;
  durationMs: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds from sending a request until its last byte. */
  latencies: number[];
}

/**
 * Sends one GET repeatedly on each of several kept-alive connections, waiting for each response. Reads bytes, not
 * HTTP, because on few cores a client as heavy as the server would hide the differences. Only for loopback. Throws
 * if a response is not 200 or has no length.
 */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const { port, path, key, connections, durationMs } = order;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + durationMs;
  await Promise.all(
    Array.from({ length: connections }, () => repeat(port, request, until, latencies)),
  );
  return { requestsPerSecond: (latencies.length / (performance.now() - began)) * 1000, latencies };
}

function repeat(port: number, request: string, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.once('connect', send);
    socket.once('error', reject);
    onAnswers(socket, reject, () => {
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < until) return send();
      socket.end();
      resolve();
    });
  });
}

/** Calls `answered` after each complete response. */
function onAnswers(socket: Socket, failed: (error: Error) => void, answered: () => void): void {
  let head = '';
  let missing = -1; // bytes of the body still to come; -1 while in the head
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk.length;
    if (missing < 0) {
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
        socket.destroy();
        return failed(new Error(`unexpected answer: ${head.slice(0, 300)}`));
      }
      rest -= end + 4 - before;
      missing = Number(length);
      head = '';
    }
    missing -= rest;
    if (missing > 0) return;
    missing = -1;
    answered();
  });
}
