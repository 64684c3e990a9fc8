/** How somebody speaks of something. */
export type Way =
  | 'wish'
  | 'worry'
  | 'trouble'
  | 'avoidance'
  | 'need'
  | 'weight'
  /** It helps. */
  | 'help'
  /** Something helps with it or is used for it. */
  | 'aid'
  | 'liking'
  | 'use'
  /** In no one way. */
  | 'views';
type Shown = Exclude<Way, 'aid' | 'views'>;

const anyOf = (lines: string): RegExp =>
  new RegExp(`(?<![\\w'])(?:${lines.trim().replaceAll('\n', '|')})(?![\\w'])`, 'g');

/** What an English clause shows by its wording, one pattern a line; of its words in lower case. */
const patterns: Record<Shown, RegExp> = {
  wish: anyOf(`
(?:i|we) (?:\\w+ )?wish
(?:would|might|could|it'd|that'd)(?: \\w+){0,2} (?:be|have been)(?: \\w+){0,2} (?:nice|good|great|helpful|useful|cool|better|easier|amazing|awesome|ideal|perfect|beneficial|valuable|neat|handy)
(?:i|we)(?: would)?(?: \\w+)? (?:love|like) (?:to (?:see|have|be able)|it if|more)
(?:i'd|we'd|i would|we would)(?: \\w+)? (?:love|like|appreciate|want)
(?:i|we|i'm|we're) (?:hope|hoping)`),
  worry: anyOf(`
(?:worried|worry|worries|worrying|afraid|scared|anxious|nervous|concerned|terrified|hesitant|reluctant)
(?:concern|concerns|fear|fears|danger|dangers|dangerous|risky)`),
  trouble: anyOf(`
(?:trouble|problem|problems|issue|issues|difficult|difficulty|difficulties|challenge|challenges|challenging|obstacle|obstacles|barrier|barriers|bottleneck|struggle|struggles|struggled|struggling)
(?:hard|harder|tough|tricky)
(?:confus\\w+|annoy\\w+|frustrat\\w+|tedious|cumbersome|clunky|overwhelm\\w+|burden|messy|mess|cluttered|painful|pain|time consuming|stressful|nightmare)
(?:fail|fails|failed|failing|failure|failures|broke|broken|breaks|bug|bugs|buggy|crash\\w*|freezes?|froze|frozen|freezing|glitch\\w*|error|errors|mistake|mistakes)
(?:wrong|incorrect\\w*|inaccura\\w+|unreliable|inconsisten\\w+|hallucinat\\w+|misleading)
(?:couldn't|can't|cannot|could not|can not|unable|(?:not|wasn't|weren't|isn't|aren't|never)(?: really)? able|didn't manage)
(?:don't|doesn't|didn't|do not|does not|did not)(?: \\w+){0,2} (?:understand|work|help|like|trust|make sense)
(?:not|isn't|wasn't|aren't|weren't)(?: \\w+){0,2} (?:clear|obvious|intuitive|easy|straightforward|helpful|useful|good|great|accurate|comfortable|reliable)
(?:unclear|ambiguous|missing|lack|lacks|lacking|lost|stuck|slow|slower|late|expensive|useless|poor|terrible|awful|horrible|worse|worst|bad|ugly|boring|limitation|limitations|complicated)
too (?:many|much|long|slow|small|big|complex|complicated|expensive|short|few|hard|often|technical|generic|busy)
(?:takes|took|taking|spend|spent|waste|wasted|wasting)(?: \\w+){0,4} (?:time|hours?|days?|weeks?|months?|forever)
(?:hate|hated|dislike)`),
  avoidance: anyOf(`
(?:don't|do not|never|didn't|wouldn't|won't|not|stopped|avoid|avoided|avoiding)(?: \\w+){0,2} (?:use|used|using|rely|relying)`),
  need: anyOf(`
(?:i|we|you|they|people|users|customers)(?: \\w+)? (?:need|needs|needed|require|required)
need (?:for|a|an|some|more)
(?:rely|relies|relied|depend|depends)(?: \\w+)? (?:up)?on`),
  weight: anyOf(`
(?:important|importance|essential|critical|crucial|vital|necessary|irreplaceable|matters|mattered)`),
  help: anyOf(`
(?:help|helps|helped|helpful|helping|useful|valuable|beneficial|handy|efficient|effective|convenient|intuitive|assists?)
(?:save|saves|saved|saving)(?: \\w+){0,4} (?:time|hours|money|effort|days|work)
(?:easier|easy|faster|quick|quicker|quickly|simpler|smoother|straightforward)
(?:works?|worked|working)(?: \\w+)? (?:well|great|fine|perfectly)`),
  liking: anyOf(`
(?:i|we|people|they|everyone|everybody)(?: (?!would|wouldn't)\\w+){0,2} (?:love|loved|like|liked|enjoy|enjoyed|appreciate|appreciated)(?! to)
(?:great|awesome|amazing|fantastic|excellent|wonderful|brilliant|incredible|perfect|superb|supportive|good|nice|cool|neat|fine|beautiful|fun|lovely|favou?rite|best|impressed|impressive)`),
  use: anyOf(`
(?:i|we|i've|we've|they|people|you|i'm|we're)(?: \\w+){0,2} (?:use|used|using)(?! to)
(?:have|has|been|started)(?: \\w+)? (?:used|using)(?! to)`),
};

/** What stands before a cue and denies or supposes it. */
const denies =
  /(?<![\w'])(?:not|no|never|without|nothing|none|nobody|any|hardly|neither|nor|if|unless|whether|less|fewer|isn't|wasn't|aren't|weren't|don't|doesn't|didn't|can't|cannot|couldn't|won't|wouldn't|haven't|hasn't|hadn't)(?![\w'])/;
/** These are made of denials, or of suppositions. */
const evenDenied: ReadonlySet<Shown> = new Set(['wish', 'avoidance']);

/** A cue of a clause: what it shows, and where, in words of the clause. */
export interface Cue {
  way: Shown;
  first: number;
  last: number;
}

/**
 * What the wording of a clause shows; nothing where it denies or supposes it ("there wasn't any task that I was
 * unable to do").
 *
 * @param spoken its words, lower case
 */
export function cuesIn(spoken: readonly string[]): Cue[] {
  const plain = spoken.join(' ');
  const wordAt = (place: number): number => plain.slice(0, place).split(' ').length - 1;
  return (Object.keys(patterns) as Shown[]).flatMap((way) =>
    [...plain.matchAll(patterns[way])]
      .filter(({ index }) => evenDenied.has(way) || !denies.test(plain.slice(0, index)))
      .map(({ 0: found, index }) => ({
        way,
        first: wordAt(index),
        last: wordAt(index + found.length),
      })),
  );
}

/** Ways of one mind, by which a group is judged; the first two are opposite. */
export const minds: readonly (readonly Way[])[] = [
  ['trouble', 'worry', 'avoidance'],
  ['help', 'aid', 'liking', 'use'],
  ['need', 'weight'],
  ['wish'],
];
