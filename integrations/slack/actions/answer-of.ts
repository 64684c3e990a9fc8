import { Refusal } from '../../../src/errors.js';

/** Answers are kept for some days; their messages stand in Slack for longer. */
export const tooOld = (): Refusal =>
  new Refusal('not_found', 'This answer is too old for that: ask again.');
