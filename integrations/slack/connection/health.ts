import type { Logger } from '../../../src/core/log.js';
import { advice } from './advice.js';
import type { SlackFailure } from './slack-failure.js';

export interface Status {
  ok: boolean;
  detail: string;
}

/** Current Slack problems. Each one is logged once, not once per attempt. */
export class Health {
  private readonly troubles = new Map<string, string>();

  constructor(
    private readonly log: Logger,
    private readonly fine: string,
    private readonly installedFor?: string,
  ) {}

  /** @param place what does not work: `workspace`, `channel`, `socket`, `history` */
  failed(place: string, failure: SlackFailure): void {
    this.say(place, advice(failure.code, this.installedFor));
  }

  say(place: string, sentence: string): void {
    if (this.troubles.get(place) === sentence) return;
    this.troubles.set(place, sentence);
    this.log.error({ place }, `Slack: ${sentence}`);
  }

  works(place: string): void {
    if (this.troubles.delete(place)) this.log.info({ place }, 'Slack works again');
  }

  status(): Status {
    const [first] = this.troubles.values();
    return first === undefined ? { ok: true, detail: this.fine } : { ok: false, detail: first };
  }
}
