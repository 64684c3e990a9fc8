import type { Context } from '../core/context.js';
import type { Analyst } from './analyst.js';
import { builtInThread } from './built-in-analyst.js';
import { modelAnalyst } from './model/model-analyst.js';

/** Returns the analyst to use: the configured language model, otherwise the built-in one. */
export const analystOf = ({ models }: Context): Analyst =>
  models?.language ? modelAnalyst(models.language) : builtInThread;
