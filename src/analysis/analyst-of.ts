import type { Models } from '../models/models.js';
import type { Analyst } from './analyst.js';
import { builtIn } from './built-in.js';
import { modelAnalyst } from './model/model-analyst.js';

/** Who reads: the configured language model, else the built-in way. */
export const analystOf = (models: Models | undefined): Analyst =>
  models?.language ? modelAnalyst(models.language, models.usage) : builtIn;
