import { LinearClient } from '@linear/sdk';
import { z } from 'zod';
import { ConfigError } from '../../src/core/config-error.js';
import { ofRead, refused } from '../../src/issues/tracker-failure.js';
import { TEAM_BY_KEY } from './linear-documents.js';
import { linearFailure } from './linear-failure.js';
import type { LinearSettings } from './linear-settings.js';

export interface LinearOptions extends LinearSettings {
  /** Base URL of this service, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
}

export const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });
const Team = z.object({ id: z.string(), name: z.string() });
const Teams = z.object({ teams: nodes(Team) });

/** Linear through the SDK's client, with one small document per request. */
export class LinearApi {
  private configured: z.infer<typeof Team> | undefined;

  /** Throws ConfigError for a URL that the SDK would otherwise refuse at the first button press. */
  constructor(readonly options: LinearOptions) {
    try {
      this.client();
    } catch {
      throw new ConfigError('LINEAR_API_URL must start with https://, or http:// on this machine.');
    }
  }

  /** Sends a request that is safe to repeat. Throws TrackerFailure. */
  async request<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown> = {},
  ): Promise<z.infer<T>> {
    return this.send(schema, document, variables).catch((error: unknown) => {
      throw ofRead('Linear', linearFailure(error, this.options.teamKey));
    });
  }

  /** Sends one request; throws the SDK's own errors. */
  async send<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<z.infer<T>> {
    const { data } = await this.client().client.rawRequest(document, variables);
    return schema.parse(data);
  }

  /** The team of LINEAR_TEAM, looked up once. */
  async team(): Promise<{ id: string; name: string }> {
    if (this.configured) return this.configured;
    const key = this.options.teamKey;
    const { teams } = await this.request(Teams, TEAM_BY_KEY, { key });
    this.configured = teams.nodes[0];
    if (!this.configured) {
      throw refused(
        `Linear shows us no team with the key ${JSON.stringify(key)}: check LINEAR_TEAM and try again.`,
      );
    }
    return this.configured;
  }

  /** A client for one request: the SDK fixes the signal at construction. */
  private client(): LinearClient {
    const { apiKey, apiUrl, timeoutMs = 10_000 } = this.options;
    const key = apiKey.reveal();
    return new LinearClient({
      ...(key.startsWith('lin_oauth_') ? { accessToken: key } : { apiKey: key }),
      ...(apiUrl !== undefined && { apiUrl }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}
