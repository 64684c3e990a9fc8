import type { Context } from '../core/context.js';
import type { Look } from './cause.js';
import type { Change } from './change.js';
import { close } from './close.js';
import { open } from './open.js';
import { liveCauses } from './queries/causes.js';
import type { Scope } from './scope.js';

/**
 * Compares the causes that hold with those that held: closes what is gone, then, with `mint`, opens what is new.
 * Causes outside the scope are not touched.
 */
export async function settleLook(
  tx: Context,
  look: Look,
  scope: Scope,
  { mint }: { mint: boolean },
): Promise<Change[]> {
  const ids = scope[look.about];
  if (ids?.length === 0 && look.about !== 'team') return [];
  if (look.about === 'team' && ids !== null) return [];
  const live = await tx.db.rows(liveCauses({ only: ids !== null }), look.rules, ids);
  const held = await look.causes(tx, scope, live);
  const holding = new Set(held.map(({ key }) => key));
  const known = new Set(live.map(({ cause }) => cause));
  const changes = await close(
    tx,
    live.filter(({ cause }) => !holding.has(cause)),
  );
  if (!mint) return changes;
  const fresh = held.filter(({ key }) => !known.has(key));
  return [...changes, ...(await open(tx, fresh))];
}
