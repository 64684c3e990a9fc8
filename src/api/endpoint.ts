import type * as z from 'zod';
import type { Context } from '../context.js';
import type { Bucket } from './rate-limit/rate-limiter.js';

/** What endpoints need beside the context. */
export interface EndpointDeps {
  ask(ctx: Context, question: string): Promise<Answer>;
}

/** A question's answer as this API shows it. */
export interface Answer {
  answer: string;
  citations: readonly { ref: string; signalId: string; evidenceIds: readonly string[] }[];
  searchedAt: Date;
}

interface Contract<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodObject,
> {
  method: 'get' | 'post';
  /** As api.md writes it: `/v1/signals/{signalId}`. */
  path: `/v1/${string}`;
  /** operationId of the OpenAPI document. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  /** Absent: the endpoint takes no body. */
  body?: Body;
  response: Response;
  /** Beside those that every endpoint can answer (api.md part 7). */
  errors: readonly (404 | 409)[];
  /** Changes stored data, so a `read` key is refused. */
  writes?: true;
  /** A limit of its own, on top of the general one. */
  bucket?: Bucket;
  example: z.input<Response>;
}

/** A contract and its handler as one value, with its types worked in. */
export interface Endpoint extends Contract<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodObject> {
  handle(request: {
    ctx: Context;
    deps: EndpointDeps;
    params: unknown;
    query: unknown;
    body: unknown;
  }): Promise<unknown>;
}

/** Declares an endpoint: its handler takes what the schemas parse and gives what the response schema accepts. */
export const endpoint = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodObject,
>(
  spec: Contract<Params, Query, Body, Response> & {
    handle(request: {
      ctx: Context;
      deps: EndpointDeps;
      params: z.output<Params>;
      query: z.output<Query>;
      body: z.output<Body>;
    }): Promise<z.input<Response>>;
  },
): Endpoint => spec as unknown as Endpoint;
