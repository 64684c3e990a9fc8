import { eachPersonFirst } from '../../beliefs/participants/each-person-first.js';
import { pseudonyms } from '../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../core/context.js';
import { contextTokensOf, isWide } from '../../core/models/context-room.js';
import { cut } from '../../core/words.js';

/** A belief that passed the check, and what people say for and against it. */
export interface Listed {
  statement: string;
  for: readonly Said[];
  against: readonly Said[];
}

interface Said {
  participantId: string;
  sourceItemId: string;
  quote: string;
}

const quotesShown = { for: 3, against: 1 };
const longestQuote = 260;

/** Beliefs that a model reads as one list, by the room that it has; how they compare is seen only within a list. */
export const beliefsPerList = (ctx: Context): number => (isWide(contextTokensOf(ctx)) ? 32 : 18);

/** All beliefs in one list if they fit; the order depends on the sentences alone. */
export function inLists(ctx: Context, beliefs: readonly Listed[]): Listed[][] {
  const ordered = [...beliefs].sort((a, b) => (a.statement < b.statement ? -1 : 1));
  const most = beliefsPerList(ctx);
  return Array.from({ length: Math.ceil(ordered.length / most) }, (_, at) =>
    ordered.slice(at * most, (at + 1) * most),
  );
}

/** A list as a model sees it: [number, sentence, how many say so, quotes as [person, quote], and maybe one against it]. */
export function shownList(beliefs: readonly Listed[], names: ReadonlyMap<string, string>) {
  const hide = pseudonyms(names);
  const shown = beliefs.map((one) => ({
    statement: one.statement,
    people: new Set(one.for.map(({ participantId }) => participantId)).size,
    for: eachPersonFirst(one.for, ({ participantId }) => participantId).slice(0, quotesShown.for),
    against: one.against.slice(0, quotesShown.against),
  }));
  const people = [
    ...new Set(
      shown.flatMap((one) =>
        [...one.for, ...one.against].map(({ participantId }) => participantId),
      ),
    ),
  ];
  const quoted = ({ participantId, quote }: Said) => [
    people.indexOf(participantId) + 1,
    hide(cut(quote, longestQuote)).text,
  ];
  return shown.map((one, n) => [
    ...[n, one.statement, one.people, one.for.map(quoted)],
    ...one.against.map(quoted),
  ]);
}

/** The interviews that the words of a list are from. */
export const itemsOf = (beliefs: readonly Listed[]): string[] =>
  beliefs.flatMap((one) => [...one.for, ...one.against].map(({ sourceItemId }) => sourceItemId));
