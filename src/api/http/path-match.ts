import { invalidRequest } from '../../errors.js';
import type { Endpoint } from '../endpoint.js';

export interface PathMatch {
  /** As api.md writes it. */
  template: string;
  /** Endpoints by method, upper case; HEAD is served by GET. */
  methods: Map<string, Endpoint>;
  /** Decoded. Throws `invalid_request` for percent-encoding that is no UTF-8. */
  params(): Record<string, string>;
}

interface Route {
  template: string;
  segments: string[];
  /** Where a parameter stands, and its name. */
  parameters: { at: number; name: string }[];
  methods: Map<string, Endpoint>;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Finds the endpoints of a path; a fixed segment goes before a parameter. */
export function createPathMatch(endpoints: readonly Endpoint[]) {
  const routes = new Map<string, Route[]>();
  for (const route of routesOf(endpoints)) {
    const kin = kinship(route.segments);
    routes.set(kin, [...(routes.get(kin) ?? []), route]);
  }
  return (path: string): PathMatch | undefined => {
    const given = path.split('/');
    const route = routes.get(kinship(given))?.find(({ segments }) => fits(segments, given));
    if (!route) return undefined;
    const { template, methods, parameters } = route;
    return { template, methods, params: () => valuesOf(parameters, given) };
  };
}

const fits = (segments: readonly string[], given: readonly string[]): boolean =>
  segments.every((segment, at) =>
    isParameter(segment) ? given[at] !== '' : segment === given[at],
  );

function valuesOf(parameters: Route['parameters'], given: readonly string[]) {
  const values: Record<string, string> = {};
  for (const { at, name } of parameters) values[name] = decode(given[at] as string);
  return values;
}

/** Only routes with as many segments and of the same resource (`/v1/<resource>/…`) can be a path's. */
const kinship = (segments: readonly string[]): string => `${segments.length} ${segments[2]}`;

function routesOf(endpoints: readonly Endpoint[]): Route[] {
  const byPath = new Map<string, Route>();
  for (const endpoint of endpoints) {
    const { path: template, method } = endpoint;
    const route = byPath.get(template) ?? newRoute(template);
    route.methods.set(method.toUpperCase(), endpoint);
    byPath.set(template, route);
  }
  return [...byPath.values()].sort(
    (a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length,
  );
}

function newRoute(template: string): Route {
  const segments = template.split('/');
  const parameters = segments.flatMap((segment, at) =>
    isParameter(segment) ? [{ at, name: segment.slice(1, -1) }] : [],
  );
  return { template, segments, parameters, methods: new Map() };
}

/** The methods a path answers, for `Allow`. */
export const allowed = ({ methods }: PathMatch): string =>
  [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

/** Throws `invalid_request` for percent-encoding that is no UTF-8. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest(`${JSON.stringify(text.slice(0, 60))} is not valid percent-encoding.`);
  }
}
