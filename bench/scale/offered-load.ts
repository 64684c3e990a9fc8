import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  key: string;
  body?: object;
}

export interface Outcome {
  /** 0 if there was no response. */
  status: number;
  /**
   * Measured from when the call was due until its last byte, so that a service that falls behind cannot hide it.
   */
  milliseconds: number;
}

/** Makes this many calls per second, evenly and without waiting for earlier responses. */
export async function offer(
  port: number,
  perSecond: number,
  seconds: number,
  next: (index: number) => Call,
): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const began = performance.now();
  const outcomes: Promise<Outcome>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = began + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    outcomes.push(send(agent, port, next(index), due));
  }
  const all = await Promise.all(outcomes);
  agent.destroy();
  return all;
}

function send(agent: Agent, port: number, call: Call, due: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, path, key, body } = call;
    const ended = (status: number) => resolve({ status, milliseconds: performance.now() - due });
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => ended(answer.statusCode ?? 0));
    });
    sent.once('error', () => ended(0));
    sent.end(body && JSON.stringify(body));
  });
}
