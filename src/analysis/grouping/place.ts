import { type Grouping, groupTexts, subjectsOf } from './group-texts.js';

/** A text that belongs nowhere yet. */
export interface Fresh {
  id: string;
  text: string;
  /** Texts with the same tag belong together, and with the anchor of that tag. */
  tag?: string;
}

/** A group that is there already: what it holds stays in it, and it never becomes one with another. */
export interface Anchor {
  id: string;
  /** Some of its texts, or all. */
  texts: readonly { id: string; text: string }[];
  tags?: readonly string[];
  /** `texts` are all, and it may lose some of them to a new group. */
  divisible?: boolean;
}

export interface Placement {
  joined: { id: string; anchorId: string }[];
  /** Ids of each new group, most typical first; a single one is a group too. */
  founded: string[][];
  /** Texts that leave their anchor and become a group of their own, most typical first. */
  parted: { anchorId: string; ids: string[] }[];
}

/** Texts compared at once: memory and time grow with the square. What is left comes in further rounds. */
const FRESH_AT_ONCE = 2_000;
const ANCHORED_AT_ONCE = 1_000;
/** A group comes apart only where its parts are much less alike than what becomes one. */
const partingShare = 0.6;
const fewestParted = 3;

/** How many texts of each of so many anchors are compared. */
export const textsPerAnchor = (anchors: number): number =>
  Math.max(1, Math.min(24, Math.floor(ANCHORED_AT_ONCE / Math.max(1, anchors))));

/**
 * Places each fresh text with the anchor or with the other fresh texts that speak of the same. The order of neither
 * decides anything: callers may load them as they like.
 */
export function place(fresh: readonly Fresh[], anchors: readonly Anchor[]): Placement {
  const result: Placement = { joined: [], founded: [], parted: [] };
  const known = [...anchors].sort(byId);
  const rounds = [...fresh].sort(byId);
  for (let start = 0; start < rounds.length; start += FRESH_AT_ONCE) {
    const round = placeRound(rounds.slice(start, start + FRESH_AT_ONCE), known);
    result.joined.push(...round.joined.filter(({ anchorId }) => !anchorId.startsWith(NEW)));
    result.parted.push(...(start === 0 ? round.parted : []));
    for (const { id, anchorId } of round.joined) {
      if (anchorId.startsWith(NEW)) result.founded[Number(anchorId.slice(NEW.length))]?.push(id);
    }
    const texts = new Map(rounds.map((one) => [one.id, one]));
    for (const ids of round.founded) {
      const members = ids.map((id) => texts.get(id) as Fresh);
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

function placeRound(fresh: readonly Fresh[], anchors: readonly Anchor[]): Placement {
  const share = textsPerAnchor(anchors.length);
  const sampled = anchors.map((anchor) => ({ ...anchor, texts: anchor.texts.slice(0, share) }));
  const items = [...fresh, ...sampled.flatMap(({ texts }) => texts)];
  const places = placesOf(fresh, sampled);
  const together = [
    ...places.anchored.map((members, at) => ({ members, varied: !sampled[at]?.divisible })),
    ...places.tagged.map((members) => ({ members })),
  ];
  const grouping = groupTexts(
    items.map(({ text }) => text),
    together,
  );
  const anchorOf = new Map(
    places.anchored.flatMap((members, at) => members.map((one) => [one, at])),
  );
  const result: Placement = { joined: [], founded: [], parted: [] };
  for (const group of grouping.groups) {
    const anchorId = sampled[anchorOf.get(group.find((one) => anchorOf.has(one)) ?? -1) ?? -1]?.id;
    const own = group.filter((one) => one < fresh.length);
    const ids = typicalFirst(grouping, own, items);
    if (anchorId !== undefined) result.joined.push(...ids.map((id) => ({ id, anchorId })));
    else result.founded.push(ids);
  }
  for (const [at, anchor] of sampled.entries()) {
    if (!anchor.divisible || anchor.texts.length < (anchors[at] as Anchor).texts.length) continue;
    const members = (places.anchored[at] as number[]).filter((one) => one >= fresh.length);
    for (const part of parts(grouping, members)) {
      result.parted.push({ anchorId: anchor.id, ids: typicalFirst(grouping, part, items) });
    }
  }
  return result;
}

/** Which items start together: those of an anchor, with what bears its tag; and what else shares a tag. */
function placesOf(
  fresh: readonly Fresh[],
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

/** Parts of a group that no longer belong to it: all but the largest, where they are not small. */
function parts({ likeness, threshold }: Grouping, members: readonly number[]): number[][] {
  if (members.length < 2 * fewestParted) return [];
  const found = subjectsOf(likeness, members, partingShare * threshold);
  return found.slice(1).filter((part) => part.length >= fewestParted);
}

function typicalFirst(
  { likeness: { size, values } }: Grouping,
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
