import { createHmac } from 'node:crypto';
import { FileStore } from './files.js';
import { Changes, MessageStore } from './messages.js';
import { Passes } from './passes.js';
import { ViewStore } from './view-store.js';

/** The state of the stand-in for Slack, until the process ends. */
export class Workspace {
  readonly changes = new Changes();
  readonly messages = new MessageStore(this.changes);
  readonly views = new ViewStore(this.changes);
  readonly passes = new Passes();
  readonly files = new FileStore();
  /** Derived from the signing secret, so that a token stored by the app stays valid after a restart. */
  readonly botToken: string;

  constructor(readonly signingSecret: string) {
    const digest = createHmac('sha256', signingSecret).update('sandbox bot token').digest('hex');
    this.botToken = `xoxb-sandbox-${digest.slice(0, 24)}`;
  }
}
