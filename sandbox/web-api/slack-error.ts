/** An error with Slack's own code, such as `channel_not_found`. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly messages: string[] = [],
  ) {
    super(code);
  }
}
