import { randomBytes } from 'node:crypto';
import type { Message } from './messages.js';

const MOST_KEPT = 1000;
const TRIGGER_MS = 3000;
const RESPONSE_MS = 30 * 60_000;
const RESPONSE_USES = 5;

/** A bounded map that evicts its oldest entry. */
class Recent<T> extends Map<string, T> {
  override set(key: string, value: T): this {
    super.set(key, value);
    const oldest = this.keys().next();
    if (this.size > MOST_KEPT && !oldest.done) this.delete(oldest.value);
    return this;
  }
}

export interface ResponseUrl {
  channel: string;
  personId: string;
  threadTs?: string | undefined;
  /** The message that `replace_original` and `delete_original` refer to. */
  original?: Message | undefined;
}

type TriggerUse = { personId: string } | { error: string };
type ResponseUse = { response: ResponseUrl } | { error: string };

/** The short-lived tokens that Slack issues with an interaction. */
export class Passes {
  private readonly triggers = new Recent<{ personId: string; until: number; used: boolean }>();
  private readonly responses = new Recent<{ url: ResponseUrl; until: number; uses: number }>();

  /** A trigger id, valid for opening one modal within 3 seconds. */
  issueTrigger(personId: string): string {
    const id = `${Date.now()}.${randomBytes(4).readUInt32BE()}.${randomBytes(16).toString('hex')}`;
    this.triggers.set(id, { personId, until: Date.now() + TRIGGER_MS, used: false });
    return id;
  }

  useTrigger(id: string): TriggerUse {
    const trigger = this.triggers.get(id);
    if (!trigger) return { error: 'invalid_trigger_id' };
    if (trigger.used) return { error: 'exchanged_trigger_id' };
    if (Date.now() > trigger.until) return { error: 'expired_trigger_id' };
    trigger.used = true;
    return { personId: trigger.personId };
  }

  /** The token of a response URL, valid for 5 uses within 30 minutes. */
  issueResponse(url: ResponseUrl): string {
    const token = randomBytes(12).toString('hex');
    this.responses.set(token, { url, until: Date.now() + RESPONSE_MS, uses: 0 });
    return token;
  }

  useResponse(token: string): ResponseUse {
    const response = this.responses.get(token);
    if (!response) return { error: 'invalid_url' };
    if (Date.now() > response.until) return { error: 'expired_url' };
    if (++response.uses > RESPONSE_USES) return { error: 'used_url' };
    return { response: response.url };
  }
}
