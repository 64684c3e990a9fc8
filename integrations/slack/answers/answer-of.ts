import { Refusal } from '../../../src/core/errors.js';

/** Answers are stored for some days; their messages stay in Slack longer. */
export const tooOld = (): Refusal =>
  new Refusal('not_found', 'This answer is too old for that: ask again.');
