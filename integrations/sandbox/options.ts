export interface SandboxOptions {
  /** Where the Bolt app listens, such as `http://127.0.0.1:3000/slack/events`. */
  eventsUrl: () => string;
  /** Where this server is reached, such as `http://127.0.0.1:3000`. */
  baseUrl: () => string;
  /** Outside address people open, when it differs from `baseUrl`. */
  publicUrl?: () => string;
  signingSecret: string;
  teamName: string;
  /** Slash commands the composer suggests. */
  commands?: readonly SandboxCommand[];
  /** Message shortcuts in a message's menu. */
  shortcuts?: readonly SandboxShortcut[];
  /** Path of the stand-in tracker's pages, where there is one. */
  issuesPath?: string | undefined;
}

export interface SandboxCommand {
  command: string;
  hint: string;
  description: string;
}

export interface SandboxShortcut {
  callbackId: string;
  name: string;
}
