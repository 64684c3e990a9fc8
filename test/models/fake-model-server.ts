import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The contents of a prompt, as the model's server receives it. */
export interface SeenMaterial {
  question: string;
  earlier?: { question: string; answer?: string }[];
  /** Given once if it is the same for all quotes. */
  study?: string;
  beliefs: {
    ref: string;
    belief: string;
    peopleFor: number;
    studies: number;
    quotes: {
      evidenceId: string;
      side: string;
      quote: string;
      study?: string;
      at?: string;
    }[];
  }[];
  talks?: {
    ref: string;
    by: string;
    /** Questions, what is left out, and numbered lines. */
    words: (string | [number: number, text: string])[];
  }[];
}

export interface Draft {
  passages: { evidenceId: string; bears: 'answers' | 'against' | 'touches' }[];
  statements: { ref: string; text: string }[];
}

/**
 * `text`: as it is; a number: this status; `hang`: no answer; `no-schema`: refuses `response_format`; `thinks`: thinks before it
 * answers, which takes 5,000 tokens of the answer, `in tags` (with or without the first one) or `apart`;
 * with `hasRoom: false` so many tokens are refused, with `saysSo: false` an answer that was cut off is said to be complete.
 */
type Behaviour =
  | 'draft'
  | 'hang'
  | 'no-schema'
  | { status: number }
  | { text: string }
  | { thinks: Thinks; takesSchema?: boolean; hasRoom?: boolean; saysSo?: boolean };
type Thinks = 'in tags' | 'in half a pair of tags' | 'apart';

interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: { response_format?: { type: string }; tools?: unknown[] } & Record<string, unknown>;
}

/** A local server with the API of OpenAI, Anthropic or a compatible provider, which lies on request. */
export class FakeModelServer {
  behaviour: Behaviour = 'draft';
  /** The model's answer to the material; a promise makes the server wait. */
  write: (material: SeenMaterial) => unknown = honest;
  /** Names the beliefs to look at for a question, and what people would say who answer it. */
  lookUp: (asked: { question: string; beliefs: [ref: string, sentence: string][] }) => unknown =
    nowhere;
  /** True if the answer to this material is cut off at its limit of tokens. */
  isCutOff: (material: SeenMaterial) => boolean = () => false;
  /** The statuses of the next requests, before the server behaves again. */
  failures: number[] = [];
  readonly requests: SeenRequest[] = [];
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
    this.behaviour = 'draft';
    this.write = honest;
    this.lookUp = nowhere;
    this.isCutOff = () => false;
    this.failures = [];
    this.requests.length = 0;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as SeenRequest['body'];
    const path = request.url ?? '';
    this.requests.push({ path, headers: request.headers, body });
    const status = this.failures.shift();
    if (status) return send(response, status, { error: { message: 'no', type: 'error' } });
    const { behaviour } = this;
    if (behaviour === 'hang') return;
    if (typeof behaviour === 'object' && 'status' in behaviour) {
      return send(response, behaviour.status, { error: { message: 'no', type: 'error' } });
    }
    if (!hasRoomFor(behaviour, body)) {
      return send(response, 400, { error: { message: 'max_tokens is too large' } });
    }
    if (!takesSchema(behaviour) && body.response_format) {
      return send(response, 400, { error: { message: 'response_format is not supported' } });
    }
    const answer =
      typeof behaviour === 'object' && 'text' in behaviour
        ? behaviour.text
        : JSON.stringify(
            isLookUp(materialIn(text))
              ? this.lookUp(materialIn(text) as never)
              : await this.write(materialIn(text)),
          );
    if (typeof behaviour === 'object' && 'thinks' in behaviour) {
      return send(response, 200, thoughtful(path, body, behaviour, answer));
    }
    const isCutOff = behaviour === 'draft' && this.isCutOff(materialIn(text));
    const whole = wrapped(path, body, isCutOff ? answer.slice(0, answer.length / 2) : answer);
    send(response, 200, isCutOff ? cutOff(whole) : whole);
  }
}

/** A belief's quotes, judged by the side that they are on. */
export const answering = (belief: SeenMaterial['beliefs'][number] | undefined): Draft['passages'] =>
  (belief?.quotes ?? []).map(({ evidenceId, side }) => ({
    evidenceId,
    bears: side === 'for' ? 'answers' : 'against',
  }));

/** Quotes and counts as the material has them. */
export function honest({ beliefs }: SeenMaterial): Draft {
  const [belief] = beliefs;
  if (!belief) return { passages: [], statements: [] };
  return {
    passages: answering(belief),
    statements: [
      {
        ref: belief.ref,
        text: `${belief.belief.replace(/[.]$/, '')}, ${belief.peopleFor} people said.`,
      },
    ],
  };
}

const nowhere = ({ question }: { question: string }) => ({ beliefs: [], said: [], question });

const isLookUp = (material: object): boolean =>
  'question' in material &&
  'beliefs' in material &&
  !('ofNoBelief' in material) &&
  !('talks' in material) &&
  (material.beliefs as unknown[]).every((one) => Array.isArray(one));

/** The JSON between the two marks, however deep in the request the prompt lies. */
function materialIn(request: string): SeenMaterial {
  const prompts: string[] = [];
  JSON.parse(request, (_key, value: unknown) => {
    if (typeof value === 'string' && /^<[a-z]+-[^>]+>\n/.test(value)) prompts.push(value);
    return value;
  });
  const [, json] = /^<[a-z]+-[^>]+>\n([\s\S]*)\n<\/[a-z]+-[^>]+>$/.exec(prompts[0]!)!;
  return JSON.parse(json!) as SeenMaterial;
}

function wrapped(path: string, { tools }: SeenRequest['body'], text: string): unknown {
  if (path.endsWith('/messages')) {
    const content = tools
      ? { type: 'tool_use', id: 'tool_1', name: 'json', input: JSON.parse(text) as unknown }
      : { type: 'text', text };
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: [content],
      stop_reason: tools ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 900, output_tokens: 80 },
    };
  }
  if (path.endsWith('/responses')) {
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      model: 'fake',
      status: 'completed',
      output: [
        {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 900, output_tokens: 80, total_tokens: 980 },
    };
  }
  return {
    id: 'chat_1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 },
  };
}

const takesSchema = (behaviour: Behaviour): boolean =>
  typeof behaviour === 'object' && 'thinks' in behaviour
    ? behaviour.takesSchema !== false
    : behaviour !== 'no-schema';

const hasRoomFor = (behaviour: Behaviour, { max_tokens }: SeenRequest['body']): boolean =>
  typeof behaviour !== 'object' ||
  !('hasRoom' in behaviour) ||
  behaviour.hasRoom === true ||
  Number(max_tokens) < 5_000;

const THOUGHTS = 'Who gives up? {"maybe": ["the import"]} Yes.';

/** The answer of a model that thinks first; without it if there is no room for both. */
function thoughtful(
  path: string,
  body: SeenRequest['body'],
  { thinks, saysSo = true }: Extract<Behaviour, { thinks: Thinks }>,
  answer: string,
): unknown {
  const hasRoom = Number(body.max_tokens ?? body.max_output_tokens) > 5_000;
  if (path.endsWith('/responses')) {
    const { output, ...whole } = wrapped(path, body, answer) as { output: object[] };
    return {
      ...whole,
      usage: {
        ...{ input_tokens: 900, output_tokens: 5_080, total_tokens: 5_980 },
        output_tokens_details: { reasoning_tokens: 5_000 },
      },
      ...(!hasRoom &&
        saysSo && {
          ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        }),
      output: [{ type: 'reasoning', id: 'r1', summary: [] }, ...(hasRoom ? output : [])],
    };
  }
  const opening = thinks === 'in tags' ? '<think>' : '';
  const text = hasRoom ? `${opening}${THOUGHTS}</think>\n\n${answer}` : `${opening}${THOUGHTS}`;
  const whole = wrapped(path, body, text) as { choices: { message: object }[] };
  if (thinks === 'apart') {
    const content = hasRoom ? answer : '';
    Object.assign(whole.choices[0]!.message, { content, reasoning_content: THOUGHTS });
  }
  return hasRoom ? whole : cutOff(whole);
}

/** An answer of a compatible server that reached its limit. */
const cutOff = (answer: unknown): unknown => ({
  ...(answer as object),
  choices: (answer as { choices: object[] }).choices.map((choice) => ({
    ...{ ...choice, finish_reason: 'length' },
  })),
});

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
