import { Study } from '../../db/entities/study.js';
import type { Context } from '../core/context.js';
import { invalidRequest } from '../core/errors.js';
import { studyNamed } from '../interviews/open-study.js';

/** The study with this id or name. Throws `invalid_request`. */
export async function studyIdOf(ctx: Context, named: string): Promise<string> {
  const found = (await ctx.db.findOne(Study, { studyId: named })) ?? (await studyNamed(ctx, named));
  if (!found) throw invalidRequest(`There is no study ${JSON.stringify(named)}.`);
  return found.studyId;
}
