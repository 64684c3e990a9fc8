/** A file that cannot be an interview; `message` is one sentence for the user who supplied it. */
export class UnreadableFile extends Error {}

/** A file in which only interviewers speak, according to its labels. */
export class OnlyInterviewers extends UnreadableFile {
  constructor(
    message: string,
    readonly speakers: readonly string[],
  ) {
    super(message);
  }
}
