import { invalidRequest } from '../../errors.js';
import { decode } from './path-match.js';

/** The parameters of a query string. Throws `invalid_request` for a repeated one and for broken encoding. */
export function parseQueryString(text: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(plus(equals < 0 ? part : part.slice(0, equals)));
    if (parameters.has(name)) {
      throw invalidRequest(
        `The query parameter ${JSON.stringify(name.slice(0, 60))} is repeated; it is allowed once.`,
      );
    }
    parameters.set(name, equals < 0 ? '' : decode(plus(part.slice(equals + 1))));
  }
  return Object.fromEntries(parameters);
}

const plus = (text: string): string => text.replaceAll('+', ' ');
