import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Stands between a service and its database until the test's end. `cut` breaks the connections and lets none
 * through, `hush` makes the database say nothing any more, as a machine that vanished, and `recovered` lets new
 * connections through again.
 */
export async function databaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  let unanswered: string | undefined;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    return socket.once('close', () => sockets.delete(socket));
  };
  const cut = (): void => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((client) => {
    keep(client);
    if (state === 'cut') client.destroy();
    if (state !== 'open') return;
    const database = keep(net.connect(Number(port || 5432), hostname));
    client.on('data', (sent) => {
      if (unanswered === undefined || !sent.includes(unanswered)) return;
      unanswered = undefined;
      database.unpipe().once('data', cut).resume();
    });
    client.pipe(database).pipe(client);
    client.once('close', () => database.destroy());
    database.once('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    get isCut(): boolean {
      return state === 'cut';
    },
    cut,
    /** The next statement of this name is carried out, and everything cut before its answer has come. */
    cutBeforeAnswerTo(statement: string) {
      unanswered = statement;
    },
    hush() {
      state = 'silent';
      for (const socket of sockets) socket.unpipe();
    },
    recovered() {
      state = 'open';
    },
  };
}
