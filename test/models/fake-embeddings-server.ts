import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words that this endpoint takes for one, though nothing in their letters says so. */
const same = [
  ['bailed', 'quitting', 'walked'],
  ['wizard', 'assistant', 'steps'],
];

/** A local OpenAI-compatible endpoint: equal words give equal directions, chosen paraphrases too. */
export class FakeEmbeddingsServer {
  /** Models that it knows and the length of their vectors. */
  readonly models = new Map([
    ['small', 48],
    ['large', 96],
  ]);
  /** Status of the next answers, by turn; then all is well. */
  failures: number[] = [];
  hangs = false;
  readonly requests: { model: string; input: string[] }[] = [];
  url = '';
  private readonly server: Server = createServer(
    (request, response) => void this.serve(request, response),
  );

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  reset(): void {
    this.failures = [];
    this.hangs = false;
    this.requests.length = 0;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { model, input } = JSON.parse(text) as { model: string; input: string[] };
    this.requests.push({ model, input });
    if (this.hangs) return;
    const status = this.failures.shift() ?? (this.models.has(model) ? 200 : 404);
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' });
    if (status !== 200) return void response.end(JSON.stringify({ error: { message: 'no' } }));
    const data = input.map((one, index) => ({
      object: 'embedding',
      index,
      embedding: embed(one, this.models.get(model)!),
    }));
    const usage = { prompt_tokens: input.length * 10, total_tokens: input.length * 10 };
    response.end(JSON.stringify({ object: 'list', data, model, usage }));
  }
}

function embed(text: string, length: number): number[] {
  const vector = new Array<number>(length).fill(0.05);
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
    const meant = same.find((group) => group.includes(word))?.[0] ?? word;
    const bytes = createHash('sha512').update(meant).digest();
    for (let index = 0; index < length; index++) {
      vector[index] = vector[index]! + (bytes[index % 64]! ^ index) / 128 - 1;
    }
  }
  return vector;
}
