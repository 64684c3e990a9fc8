import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

interface FakeSocket {
  url: string;
  /** Sends a JSON message to the one client; waits for it to connect. */
  send(message: unknown): Promise<void>;
  /** The client's messages, as parsed JSON. */
  received: unknown[];
  close(): Promise<void>;
}

/** The server side of a web socket (RFC 6455), as far as short unfragmented messages need it. */
export async function startFakeSocket(): Promise<FakeSocket> {
  const received: unknown[] = [];
  let connected: (socket: Duplex) => void;
  const client = new Promise<Duplex>((resolve) => {
    connected = resolve;
  });
  const server = http.createServer();
  server.on('upgrade', (req, socket: Duplex) => {
    const accept = createHash('sha1')
      .update(`${req.headers['sec-websocket-key']}${MAGIC}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = readFrames(Buffer.concat([pending, chunk]), (text) =>
        received.push(JSON.parse(text)),
      );
    });
    socket.on('error', () => {});
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    async send(message) {
      (await client).write(frame(JSON.stringify(message)));
    },
    async close() {
      void client.then((socket) => socket.destroy());
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 2 : 4);
  head[0] = 0x81;
  if (body.length < 126) head[1] = body.length;
  else {
    head[1] = 126;
    head.writeUInt16BE(body.length, 2);
  }
  return Buffer.concat([head, body]);
}

/** Hands over the text of every whole frame and gives back what is left; a client's frames are masked. */
function readFrames(data: Buffer, take: (text: string) => void): Buffer {
  let rest = data;
  while (rest.length >= 6) {
    const short = rest[1]! & 0x7f;
    const at = short === 126 ? 4 : 2;
    const length = short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < at + 4 + length) break;
    const mask = rest.subarray(at, at + 4);
    const body = rest.subarray(at + 4, at + 4 + length).map((byte, i) => byte ^ mask[i % 4]!);
    if ((rest[0]! & 0x0f) === 1) take(Buffer.from(body).toString());
    rest = rest.subarray(at + 4 + length);
  }
  return rest;
}
