import net, { type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/connect.js';

/** A server that answers the start of every connection with this refusal (PostgreSQL manual, ErrorResponse). */
async function refusingServer(code: string, message: string): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
      const head = Buffer.alloc(5, 'E');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return `postgres://ada:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/beliefs`;
}

it.each([
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "ada", database "beliefs", no encryption',
    /takes encrypted connections only\. .*sslmode=/,
  ],
  ['28000', 'role "ada" is not permitted to log in', /refuses the user or the password/],
  ['28P01', 'password authentication failed for user "ada"', /refuses the user or the password/],
  ['3D000', 'database "beliefs" does not exist', /has no database "beliefs"/],
])(
  'a server that refuses (%s: %s) is told of by what to mend, without the password',
  async (code, message, advice) => {
    const url = await refusingServer(code, message);
    const refused = await connect({ url }).catch((error: Error) => error.message);
    expect(refused).toMatch(advice);
    expect(refused).not.toContain('hunter2');
  },
);
