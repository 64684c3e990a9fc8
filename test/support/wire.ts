import { once } from 'node:events';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire to the database that a test can cut and mend. */
export class Wire {
  isCut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private asked: string | undefined;

  constructor(private readonly to: string) {
    this.server = net.createServer((near) => this.join(near));
  }

  /** Listens, and gives the database's URL by way of this wire. */
  async open(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(this.to);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** The next statement of this name is carried out, and the wire cut before its answer has come. */
  cutBeforeAnswerTo(statement: string): void {
    this.asked = statement;
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket): void {
    if (this.isCut) {
      near.destroy();
      return;
    }
    const { hostname, port } = new URL(this.to);
    const far = net.connect(Number(port), hostname);
    let loses = false;
    near.on('data', (sent) => {
      if (this.asked === undefined || !sent.includes(this.asked)) return;
      this.asked = undefined;
      loses = true;
    });
    near.pipe(far);
    far.on('data', (answer) => {
      if (loses) this.cut();
      else near.write(answer);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
