/** A refusal in Slack's own words, such as `channel_not_found`. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly messages: string[] = [],
  ) {
    super(code);
  }
}
