import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Stands between a service and its database until the test's end. `hush` makes the database say nothing any
 * more on the connections it has, as a machine that vanished; `recovered` lets new ones through again.
 */
export async function databaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = net.createServer((client) => {
    keep(client);
    if (silent) return;
    const database = keep(net.connect(Number(port || 5432), hostname));
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    hush() {
      silent = true;
      for (const socket of sockets) socket.unpipe();
    },
    recovered() {
      silent = false;
    },
  };
}
