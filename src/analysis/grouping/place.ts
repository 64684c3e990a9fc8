import { words } from '../../language/tokens.js';
import { agreeing } from './agreeing.js';
import { type Grouping, groupTexts, partsOf, usualCloseness } from './group-texts.js';
import { type Speaking, subjectsOf } from './subjects.js';

interface Item extends Speaking {
  id: string;
}

/** A text that has no group yet. */
export interface NewText extends Item {
  /** The person who said it; if absent, a different one per text. */
  by?: readonly string[];
  /** Texts with the same tag belong together, and to the anchor with that tag. */
  tag?: string;
}

/** An existing group: it keeps its texts and is never merged with another. */
export interface Anchor {
  id: string;
  /** Some or all of its texts. */
  texts: readonly Item[];
  tags?: readonly string[];
  /** True if `texts` is complete and a new group may take some of them. */
  divisible?: boolean;
}

interface Placement {
  joined: { id: string; anchorId: string }[];
  /** Ids of each new group, most typical first; a group may have a single text. */
  founded: string[][];
  /** Texts that leave their anchor and form a group of their own, most typical first. */
  parted: { anchorId: string; ids: string[] }[];
}

/** Texts compared at once, because memory and time grow with the square; the rest follows in further rounds. */
const FRESH_AT_ONCE = 800;
const ANCHORED_AT_ONCE = 600;
/** A group splits only if its parts are below this share of the merge threshold. */
const partingShare = 0.6;
const fewestParted = 3;
/** A text joins a divisible group only if this share of its texts have the same subject. */
const agreedShare = 1 / 3;

/** Number of texts compared per anchor, for this many anchors. */
export const textsPerAnchor = (anchors: number): number =>
  Math.max(1, Math.min(24, Math.floor(ANCHORED_AT_ONCE / Math.max(1, anchors))));

/**
 * Assigns each new text to the anchor, or to the other new texts, with the same topic. The result does not
 * depend on their order.
 */
export function place(
  fresh: readonly NewText[],
  anchors: readonly Anchor[],
  closeness = usualCloseness,
): Placement {
  const result: Placement = { joined: [], founded: [], parted: [] };
  const known = [...anchors].sort(byId);
  const rounds = [...fresh].sort(byId);
  for (let start = 0; start < rounds.length; start += FRESH_AT_ONCE) {
    const round = placeRound(rounds.slice(start, start + FRESH_AT_ONCE), largest(known), closeness);
    result.joined.push(...round.joined.filter(({ anchorId }) => !anchorId.startsWith(NEW)));
    result.parted.push(...(start === 0 ? round.parted : []));
    for (const { id, anchorId } of round.joined) {
      if (anchorId.startsWith(NEW)) result.founded[Number(anchorId.slice(NEW.length))]?.push(id);
    }
    const texts = new Map(rounds.map((one) => [one.id, one]));
    for (const ids of round.founded) {
      const members = ids.map((id) => texts.get(id) as NewText);
      const tag = members.find((one) => one.tag !== undefined)?.tag;
      known.push({
        id: `${NEW}${result.founded.length}`,
        texts: members.slice(0, 8),
        ...(tag !== undefined && { tags: [tag] }),
      });
      result.founded.push(ids);
    }
  }
  return result;
}

const NEW = ' new ';

/** The anchors that a round compares with: those with the most texts, if there are too many. */
const largest = (anchors: readonly Anchor[]): readonly Anchor[] =>
  anchors.length <= ANCHORED_AT_ONCE
    ? anchors
    : [...anchors]
        .sort((a, b) => b.texts.length - a.texts.length || byId(a, b))
        .slice(0, ANCHORED_AT_ONCE);

function placeRound(
  fresh: readonly NewText[],
  anchors: readonly Anchor[],
  closeness: number,
): Placement {
  const round = grouped(fresh, anchors, closeness);
  const { joined, tagged, loose } = join(round);
  return {
    joined,
    founded: [...tagged, ...agreed(round, loose)],
    parted: partings(round, anchors),
  };
}

/** New texts and anchors by the groups in which they are; a number is a position in `items`, the new texts first. */
interface Round {
  fresh: readonly NewText[];
  /** The anchors with the texts that are compared. */
  anchors: readonly Anchor[];
  items: readonly Item[];
  /** The texts of each anchor, and new ones with its tags. */
  anchored: number[][];
  grouping: Grouping;
  subjects: ReturnType<typeof subjectsOf>;
}

function grouped(fresh: readonly NewText[], anchors: readonly Anchor[], closeness: number): Round {
  const share = textsPerAnchor(anchors.length);
  const sampled = anchors.map((anchor) => ({ ...anchor, texts: anchor.texts.slice(0, share) }));
  const items = [...fresh, ...sampled.flatMap(({ texts }) => texts)];
  const { anchored, tagged } = placesOf(fresh, sampled);
  const together = [
    ...anchored.map((members, at) => ({ members, varied: !sampled[at]?.divisible })),
    ...tagged.map((members) => ({ members })),
  ];
  const grouping = groupTexts(
    items.map(({ text }) => text),
    together,
    closeness,
  );
  return { fresh, anchors: sampled, items, anchored, grouping, subjects: subjectsOf(items) };
}

/** New texts that join an anchor, new groups by a tag, and per group the texts that are left. */
function join(round: Round): Pick<Placement, 'joined'> & { tagged: string[][]; loose: number[][] } {
  const { fresh, anchors, items, anchored, grouping } = round;
  const anchorOf = new Map(anchored.flatMap((members, at) => members.map((one) => [one, at])));
  const isTagged = (one: number): boolean => fresh[one]?.tag !== undefined;
  const joined: Placement['joined'] = [];
  const tagged: string[][] = [];
  const loose: number[][] = [];
  for (const group of grouping.groups) {
    const at = anchorOf.get(group.find((one) => anchorOf.has(one)) ?? -1);
    const own = group.filter((one) => one < fresh.length);
    if (at === undefined && own.some(isTagged)) {
      tagged.push(typicalFirst(grouping, own, items));
      continue;
    }
    const joining =
      at === undefined ? [] : own.filter((one) => isTagged(one) || fits(round, at, one));
    for (const id of typicalFirst(grouping, joining, items)) {
      joined.push({ id, anchorId: (anchors[at as number] as Anchor).id });
    }
    loose.push(own.filter((one) => !joining.includes(one)));
  }
  return { joined, tagged, loose };
}

/** True if enough texts of an anchor share a subject with a new text. */
function fits({ fresh, anchors, anchored, subjects }: Round, at: number, one: number): boolean {
  const texts = (anchored[at] as number[]).filter((text) => text >= fresh.length);
  const least = anchors[at]?.divisible ? agreedShare * texts.length : 1;
  return [...(subjects.of[one] ?? [])].some(
    (subject) => texts.filter((text) => subjects.of[text]?.has(subject)).length >= least,
  );
}

/** New groups of texts that joined nothing. */
function agreed({ fresh, items, grouping, subjects }: Round, loose: number[][]): string[][] {
  const speakers = (one: number): readonly string[] => fresh[one]?.by ?? [String(one)];
  return agreeing(loose, grouping, subjects, meanWords(items), speakers).map((members) =>
    typicalFirst(grouping, members, items),
  );
}

/** Texts that leave an anchor, if all of its texts were compared. */
function partings(
  { fresh, anchors, items, anchored, grouping }: Round,
  whole: readonly Anchor[],
): Placement['parted'] {
  return anchors.flatMap((anchor, at) => {
    if (!anchor.divisible || anchor.texts.length < (whole[at] as Anchor).texts.length) return [];
    const members = (anchored[at] as number[]).filter((one) => one >= fresh.length);
    return parts(grouping, members).map((part) => ({
      anchorId: anchor.id,
      ids: typicalFirst(grouping, part, items),
    }));
  });
}

const meanWords = (items: readonly Item[]): number =>
  items.reduce((sum, { text }) => sum + words(text).length, 0) / Math.max(1, items.length);

/** Items merged from the start: those of an anchor with those that have its tag, and others that share a tag. */
function placesOf(
  fresh: readonly NewText[],
  anchors: readonly Anchor[],
): { anchored: number[][]; tagged: number[][] } {
  let next = fresh.length;
  const anchored = anchors.map(({ texts }) => texts.map(() => next++));
  const byTag = new Map<string, number[]>();
  for (const [at, { tags = [] }] of anchors.entries()) {
    for (const tag of tags) if (!byTag.has(tag)) byTag.set(tag, anchored[at] as number[]);
  }
  const ofAnchors = new Set(byTag.values());
  for (const [index, { tag }] of fresh.entries()) {
    if (tag === undefined) continue;
    const members = byTag.get(tag);
    if (members) members.push(index);
    else byTag.set(tag, [index]);
  }
  return { anchored, tagged: [...byTag.values()].filter((members) => !ofAnchors.has(members)) };
}

/** Parts that split off from a group: all but the largest, if they are large enough. */
function parts({ similarity, threshold }: Grouping, members: readonly number[]): number[][] {
  if (members.length < 2 * fewestParted) return [];
  const found = partsOf(similarity, members, partingShare * threshold);
  return found.slice(1).filter((part) => part.length >= fewestParted);
}

function typicalFirst(
  { similarity: { size, values } }: Grouping,
  members: readonly number[],
  items: readonly { id: string }[],
): string[] {
  const central = new Map(
    members.map((one) => [
      one,
      members.reduce((sum, other) => sum + (values[one * size + other] as number), 0),
    ]),
  );
  return [...members]
    .sort((a, b) => (central.get(b) as number) - (central.get(a) as number) || a - b)
    .map((one) => (items[one] as { id: string }).id);
}

const byId = (a: { id: string }, b: { id: string }): number =>
  a.id < b.id ? -1 : Number(a.id > b.id);
