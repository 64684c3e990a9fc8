import { stopWords } from '../../search/stop-words.js';
import { isCallTalk } from './call-talk.js';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** What may open a clause that stands alone: somebody, something named, or "it is hard to". */
const subject =
  /^(?:(?:i|we|you|people|users|everyone|everybody|nobody|most|many|some|my|our|the|a|an|all|every|there's no|there is no|there are no|\w{3,}ing|\w+s (?:is|are|was|were|have|do|don't|can|can't|could|should|need|want|take|make|help|fail))\b|it'?s (?:really |very |so |too |pretty |quite |just )*(?:hard|difficult|easy|easier|important|nice|good|great|helpful|useful|impossible|annoying|frustrating|not easy|not clear|a lot of|worth)\b|(?:i|we)'(?:m|re|ve|d|ll)\b)/i;
const subordinate =
  /^(?:if|for|with|in|at|on|when|build|some can|while|as|since|until|unless|although|though|whether|once|because|before|after|where|what|how|who|which|why|whatever|let|let's|maybe|sometimes|us|yes|was|is|does|has|ours|yours|its|hers|his|theirs|always|besides|perhaps|this|plus|less|unless|various|these|those|is|as)\b/i;
const finite =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|would|will|should|must|might|may|\w+n['’]t|\w+['’](?:s|re|m|ve|ll|d)|cannot|needs?|wants?|wish|takes?|took|makes?|made|uses?|used|gets?|got|finds?|found|helps?|works?|know|knows|sees?|feels?|felt|lost?|loses?|saves?|gives?|gave|goes|love|loved|loves|like|liked|prefer|hate|hated|enjoy|trust|struggle|rely|spend|spent|keeps?|kept|lacks?|seems?|matters?|fails?|breaks?|broke|comes|means|depends|requires?|causes?|wanted|needed|worked|helped|tried|arrives?|changes|changed|allows?|lets|shows?|tells?|creates?|slows?|worry|care|write|build|check|review|start|try|look|run|read|pay|struggled|copy|switched|missed|miss)\b/i;

const pointing =
  /(?<!(?:help|helps|helping|let|lets) )\bthem\b|\b(?:it|they|he|she|him|her|his|this|those|these|here|there|thing|things|stuff|something|somebody|someone|anything|whatever|etc|they're|they've|they'd|it's|it'll|he's|she's|that's|there's|one|ones|same|such)\b/i;
const thatPointing =
  /\bthat(?:['’]s)?(?:$|\s+(?:is|was|would|should|will|gap|field|data|moment|sense|could|can|has|kind|sort|way|part|one|point|was|and|to|in|for|of|with)\b)|\b(?:like|of|do|did|with|for|on|at|about|in|to|see|know) that\b/i;
const hedged =
  /\b(?:following|think of|as an example|any that|kind of|sort of|i think|i guess|i mean|you know|or something|or whatever|and so|like a|like the|is like|was like|are like|gonna|wanna|i don't know|really really|very very|well|yeah|okay|right|maybe|probably|actually|basically|obviously|literally|honestly|um|uh|for example|for instance|rest|xx+)\b|\blike (?:people|really|very|so|we|i|you|super|just|messy)\b/i;
const stutter = /\b(\w+(?:['’]\w+)?)(?: \1\b)+|\b(\w+ \w+) \2\b/i;
const told =
  /\b(?:yesterday|tomorrow|today|ago|last (?:week|year|month|night|time|summer)|one day|the other day|said|asked|told|went|came|walked|happened|remember|mentioned|talked|talking|thinking|thought|going to|ended up|started|decided|joined|born|graduated|was like|were like|(?:was|were) \w+ing|gave|guy|guys|dude|funny|joke)\b/i;
/** Somebody presents themselves. */
const introduced = /^(?:I'm|I am|My name is) \p{Lu}/u;
/** Two statements run into one another, or one lacks its other half. */
const runOn =
  /\b(?:is|are|was|were) (?:(?!and|that|which|who|what|how|where)[\w'’-]+ )*(?:is|are|was|were)\b|\blike (?:\w+ing|takes?|is|are|was|were)\b|\s(?:i|we|they|you) [\w'’]+$|\b(?:both|between)\b(?!.*\band\b)|\beither\b(?!.*\bor\b)|^it'?s \w+ (?:with|for|in|on|by|from)\b|\bits (?:when|a|the|not|hard|been)\b/i;
/** "The way that …" has no verb of its own. */
const nounOnly =
  /^(?:the|a|an|one|another) (?:\w+ )?(?:way|reason|time|fact|idea|part|person|kind|only)\b/i;
const unsafe = /[<>@`*_[\]{}|"“”#\\/\p{Cc}\p{Extended_Pictographic}]|https?:|www\.|\.\.|…|\?|!/u;
/** What something named is or does, by the verb that its name ends before. */
const does = setOf(`
is are has have can could should will would needs need helps help makes make takes take saves save works work gives give
uses use learn learns lacks lack fails fail breaks break costs cost isn't aren't hasn't haven't can't couldn't shouldn't
won't wouldn't doesn't don't feels feel looks look seems seem keeps keep struggle wants want
`);
/** No name holds these. */
const neverInName = setOf(`
to me us them him which who whom that than if when because i we you they it he she be been am get come go ask let put see
say know think only also not never and or but as so
`);
const adverb = /(?:ly|often|always|usually|sometimes|still)$/;
const longestName = 5;
/** No clause ends in these: what they want comes after them. */
const wantMore = setOf(`
like just really even also always never still already actually probably maybe pretty quite however though anyway else
much many lot lots bit kind sort way need needs want wants think thinks thought say says said feel feels know knows
see sees use uses used using get gets got getting make makes made making take takes took taking find finds found finding
give gives gave giving tell tells told go goes going come comes put let keep keeps kept have try trying tried mean means
guess look looks looking seem seems become becomes ask asks help helps helping let's sure first second third whole
every another one two three four five six seven eight nine ten certain specific particular different main actual
provide provides including within without toward towards upon across along around via per whether since unless although
while plus versus vs etc among i'm it's would could should might must shall may gonna wanna able super extremely
rely relies depend depends left done happy ready based related made sometimes often usually basically literally especially particularly ever yet well good great new old own terms wish
`);
const mayEnd = setOf('myself themselves ourselves yourself off again once');

const fewest = 4;
const most = 12;
const longest = 72;

/**
 * Whether a clause taken out of speech can stand alone as a name: somebody or something does or is something, nothing
 * in it points outside of it, it is not told as a story, and nothing is missing at its end.
 */
export function isWhole(clause: string): boolean {
  const plain = clause.replaceAll('’', "'");
  const spoken = plain.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  if (spoken.length < fewest || spoken.length > most || plain.length > longest) return false;
  const last = spoken.at(-1) as string;
  if (wantMore.has(last) || (stopWords.has(last) && !mayEnd.has(last))) return false;
  const rest = plain.replace(/^it'?s /i, '');
  return (
    (subject.test(plain) || opensWithName(spoken)) &&
    !subordinate.test(plain) &&
    finite.test(plain) &&
    ![pointing, thatPointing, hedged, stutter, told, unsafe, introduced, nounOnly, runOn].some(
      (flaw) => flaw.test(rest),
    ) &&
    !/[,;:—–]/.test(plain) &&
    !isCallTalk(plain)
  );
}

/** "Image generation is …": up to five words, the last of them no word of grammar, and then a verb. */
function opensWithName(spoken: readonly string[]): boolean {
  const verb = spoken.findIndex((word) => does.has(word));
  const name = spoken.slice(0, Math.max(0, verb)).filter((word) => !adverb.test(word));
  return (
    name.length > 0 &&
    name.length <= longestName &&
    !name.some((word) => neverInName.has(word)) &&
    !stopWords.has(name.at(-1) as string)
  );
}
