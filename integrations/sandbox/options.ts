export interface SandboxOptions {
  /** Where the Bolt app listens, such as `http://127.0.0.1:3000/slack/events`. */
  eventsUrl: () => string;
  /** Where this server is reached, such as `http://127.0.0.1:3000`. */
  baseUrl: () => string;
  /** Outside address people open, when it differs from `baseUrl`. */
  publicUrl?: () => string;
  signingSecret: string;
  teamName: string;
  /** Message shortcuts in a message's menu. */
  shortcuts?: readonly SandboxShortcut[];
  /** Path of the stand-in tracker's pages, where there is one. */
  issuesPath?: string | undefined;
  /** Has the app post its digest now, as if it were due. */
  postDigest?: () => Promise<void>;
  /** A question that the app can answer, to be offered as an example; undefined while there is none. */
  exampleQuestion?: () => Promise<string | undefined>;
}

export interface SandboxCommand {
  command: string;
  hint: string | undefined;
  description: string;
}

export interface SandboxShortcut {
  callbackId: string;
  name: string;
}
