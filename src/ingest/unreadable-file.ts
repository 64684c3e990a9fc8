/** A file that cannot be an interview; `message` is one sentence for the person who gave it. */
export class UnreadableFile extends Error {}
