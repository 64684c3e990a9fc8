import { sentencesOf } from './sentences.js';

const product =
  '(?:subscription|plan|account|membership|contract|licen[cs]e|service|product|app|software|tool|platform|vendor|provider|trial|seats?)';
/** Products that people switch from; another account or plan may be of the same product. */
const place = '(?:service|product|app|software|tool|platform|vendor|provider)';
const own = '(?:my|our|the|this|that|your|their)';
const self =
  "(?:i|we|i'm|we're|i'll|we'll|i'd|we'd|i've|we've|my (?:team|company)|our (?:team|company))";
/** Words between the person and the verb of leaving; none of them is a negation. */
const may =
  '(?: (?:would|will|might|may|am|are|have|had|almost|nearly|just|really|actually|probably|definitely|finally|seriously|about|ready|thinking|considering|planning|decided|want|wanted|need|going|to|of|on)){0,8}';
const leaving = [
  `${self}${may} (?:cancel|cancell?ed|cancell?ing|end|ended|drop|dropped|dropping|terminate|terminated) ${own} (?:\\w+ )?${product}\\b`,
  `${self}${may} (?:unsubscribed?|uninstall(?:ed)?|churn(?:ed)?)\\b`,
  `${self}${may} (?:stop|stopped|quit|stopping|gave up on|give up on|given up on) (?:using|paying for) (?:it|this|${own} (?:\\w+ )?${product})\\b`,
  `${self}${may} (?:switch|switched|switching|move|moved|moving|go|going|migrate|migrated) (?:over |back |away )?(?:to|from) (?:an? |the |another |your )?(?:\\w+ )?(?:competitor|alternative|other ${place}|another ${place})\\b`,
  `${self}${may} (?:look|looked|looking|shop|shopping) (?:at|for|around for|into) (?:an? |some |other )?(?:\\w+ )?(?:alternatives?|replacement|competitors?|other ${product}s?)\\b`,
  `${self}${may} (?:not|never|won't|wouldn't|don't)${may} (?:renew|renewing)\\b`,
  `(?:not|isn't|wasn't|hardly) worth (?:the (?:money|price|cost|subscription)|paying)\\b`,
  `${self}${may} (?:want|wanted|asked for|got|demand(?:ed)?) (?:my|our) money back\\b`,
  `${self}${may} (?:delete|deleted|deleting|close|closed|closing) (?:my|our) account\\b`,
].map((line) => new RegExp(`(?<![\\w'])(?<!\\bif )${line}`));
/** Phrases about leaving something other than a product. */
const noProduct =
  /\b(?:show|event|trip|flight|class|meeting|presence|order of|concert|booth|appointment|interview|party|reservation|lesson)s?\b/;
/** Length of the following text that may show that no product is meant. */
const followed = 25;

/** True if the speaker leaves a product or may leave it: it takes a person, a verb of leaving and a product. */
export const saysLeaving = (text: string): boolean => someSentence(text, isLeaving);

function isLeaving(sentence: string): boolean {
  return leaving.some((line) => {
    const found = line.exec(sentence);
    if (!found) return false;
    const rest = sentence.slice(found.index + found[0].length).split(/[,.;]/)[0] as string;
    return !noProduct.test(found[0] + rest.slice(0, followed));
  });
}

/** Matches a pronoun in place of what is hated: such words may be about any other product. */
const unnamed = String.raw`(?:it|that|this|those|them)[^\w]*$`;
const feelings = [
  `(?:i|we) (?:absolutely|really|truly) (?:hate|loathe|dread|despise) (?!to (?:say|admit|break|be that)|${unnamed})`,
  String.raw`(?:i am|i'm|i was|we are|we're|we were|it makes me|made me|makes me|it made us) (?:\w+ )?(?:furious|livid|terrified|devastated|heartbroken|miserable|desperate|ashamed|in tears)`,
  '(?:i|we) (?:was|were|am|are|felt|got|get|feel)(?: so| incredibly| extremely| deeply| really){1,3} (?:frustrated|angry|upset|disappointed|anxious|overwhelmed|stressed|scared)',
  String.raw`(?:it|that|this)(?: \w+){0,2} (?:drives?|driving) (?:me|us) (?:crazy|mad|nuts|insane|up the wall)`,
  '(?:absolute|total|complete|real) nightmare',
  '(?:makes?|made) (?:me|us) (?:want to )?(?:cry|scream|quit)',
].map((line) => new RegExp(`(?<![\\w'])${line}\\b`));

/**
 * True if the speaker expresses a strong negative feeling of their own; "I hate to say", "I hate that" without its
 * subject, and a character's tears do not count.
 */
export const saysStrongFeeling = (text: string): boolean =>
  someSentence(text, (sentence) => feelings.some((line) => line.test(sentence)));

/** Tests each sentence that is not a question. */
function someSentence(text: string, holds: (sentence: string) => boolean): boolean {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'");
  return sentencesOf(plain)
    .map(({ start, end }) => plain.slice(start, end))
    .some((sentence) => !/\?["'”]*$/.test(sentence) && holds(sentence));
}
