import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral range, so that no other connection can take the port in the meantime. */
const [FIRST, LAST] = [15_000, 31_999];

/** A port that nobody listens on, for what must be told its port before it starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    const server = createServer();
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
