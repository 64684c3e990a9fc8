import { Refusal } from '../../../src/errors.js';
import { literal } from '../messages/text.js';
import type { Click } from './click.js';
import { tellWhoWasFirst } from './who-was-first.js';

/** Runs a move; where the state no longer allows it, says so and who was first. */
export async function unlessTooLate(click: Click, move: () => Promise<unknown>): Promise<void> {
  try {
    await move();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
    await tellWhoWasFirst(click, literal(error.message, 1_500));
  }
}
