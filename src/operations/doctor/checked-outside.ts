import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Check, checked, wrong } from '../../core/check.js';

/**
 * Runs a check of a service that is called over HTTP. If it fails because something else answered, such as a proxy's
 * login page, or because the service is down, the result says so. The client libraries report such answers in many
 * ways, and without the host.
 * @param name the service, as in "in place of Slack"
 */
export async function checkedOutside(
  part: string,
  name: string,
  check: () => Promise<Check>,
): Promise<Check> {
  const { check: result, answers } = await withAnswers(() => checked(part, check));
  const found = result.state === 'wrong' && findUnexpected(answers);
  if (!found) return result;
  const cause = found.isDown
    ? `It comes from ${name} or from a proxy in front of it: run doctor again in a few minutes.`
    : `A proxy, a firewall or a login page may have answered in place of ${name}.`;
  return wrong(
    part,
    `an unexpected answer came from ${found.from}: ${found.what}`,
    `${cause} To see the answer, run "curl -iL ${answers[0]!.origin}" on this machine. If the address is wrong, correct it in the settings; otherwise check the network's proxy.`,
  );
}

interface Answer {
  origin: string;
  status: number;
  headers: Headers;
}

/** The last of these answers, described, if it cannot be from the service as it normally works. */
function findUnexpected(answers: readonly Answer[]) {
  const [answer, before] = answers.toReversed();
  if (!answer) return undefined;
  const { origin, status, headers } = answer;
  const leadHere = before && before.origin !== origin && before.headers.has('location');
  const from = leadHere
    ? `${hostOf(origin)} (${hostOf(before.origin)} redirects there)`
    : hostOf(origin);
  const found = (what: string) => ({
    from,
    what: `status ${status}${what}`,
    isDown: status >= 500,
  });

  if (status >= 500) return found('');
  const target = headers.get('location');
  if (target && URL.canParse(target, origin))
    return found(`, a redirect to ${hostOf(target, origin)}`);
  const type = headers.get('content-type') ?? 'no content type';
  // the services refuse credentials with 401, one of them with a page
  const isPage = type.includes('html') && status !== 401;
  const isOther = status < 300 && !type.includes('json');
  return isPage || isOther ? found(`, ${type.split(';')[0]} instead of JSON`) : undefined;
}

const hostOf = (url: string, base?: string): string => new URL(url, base).host;

const asking = new AsyncLocalStorage<Answer[]>();

/** The result of `check` and every answer to its requests, in order (undici, DiagnosticsChannel.md). */
async function withAnswers(
  check: () => Promise<Check>,
): Promise<{ check: Check; answers: Answer[] }> {
  const answers: Answer[] = [];
  const mine = new WeakSet<object>();
  const onRequest = (message: unknown): void => {
    if (asking.getStore() === answers) mine.add((message as { request: object }).request);
  };
  const onHeaders = (message: unknown): void => {
    const { request, response } = message as {
      request: { origin: string };
      response: { statusCode: number; headers: Buffer[] };
    };
    if (!mine.has(request)) return;
    const { statusCode: status, headers } = response;
    answers.push({ origin: request.origin, status, headers: headersOf(headers) });
  };
  subscribe('undici:request:create', onRequest);
  subscribe('undici:request:headers', onHeaders);
  try {
    return { check: await asking.run(answers, check), answers };
  } finally {
    unsubscribe('undici:request:create', onRequest);
    unsubscribe('undici:request:headers', onHeaders);
  }
}

/** @param raw names and values in turn */
function headersOf(raw: readonly Buffer[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    headers.append(raw[at]!.toString('latin1'), raw[at + 1]!.toString('latin1'));
  }
  return headers;
}
