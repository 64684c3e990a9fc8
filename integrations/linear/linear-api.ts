import { LinearClient } from '@linear/sdk';
import { z } from 'zod';
import { ConfigError } from '../../src/config/config-error.js';
import type { LinearSettings } from '../../src/config/integration-settings.js';
import { ofRead, refused } from '../../src/trackers/tracker-failure.js';
import { TEAM_BY_KEY } from './linear-documents.js';
import { linearFailure } from './linear-failure.js';

export interface LinearOptions extends LinearSettings {
  /** Where this service is reached, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
}

export const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });
const Team = z.object({ id: z.string(), name: z.string() });
const Teams = z.object({ teams: nodes(Team) });

/** Linear over the SDK's client, one small document a request. */
export class LinearApi {
  private configured: z.infer<typeof Team> | undefined;

  /** Throws ConfigError for an address that the SDK would refuse at the first press of a button. */
  constructor(readonly options: LinearOptions) {
    try {
      this.client();
    } catch {
      throw new ConfigError('LINEAR_API_URL must start with https://, or http:// on this machine.');
    }
  }

  /** A request that changes nothing that must happen once, whatever becomes of it. Throws TrackerFailure. */
  async request<T extends z.ZodType>(
    schema: T,
    document: string,
    variables: Record<string, unknown> = {},
  ): Promise<z.infer<T>> {
    return this.send(schema, document, variables).catch((error: unknown) => {
      throw ofRead('Linear', linearFailure(error, this.options.teamKey));
    });
  }

  /** One request with the SDK's own errors. */
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
