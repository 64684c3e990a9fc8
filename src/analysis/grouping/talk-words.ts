import { isFrameTerm } from '../../search/frame-words.js';
import { stem } from '../../search/stem.js';

const stems = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(stem));

/** Sounds and fillers of speech: two quotes that share them share nothing. */
const fillers: ReadonlySet<string> = new Set(
  `um uh uhm hmm mm mhm ah oh er yeah yep yes okay ok well actually basically literally obviously honestly anyway guess
suppose maybe perhaps probably kinda sorta gonna wanna sure alright unintelligible inaudible crosstalk redacted laughs
laughter`.split(/\s+/),
);
const fillerStems = new Set([...fillers].map(stem));
/** Words for liking and disliking anything: they tell how something is spoken of, not what. */
const verdicts = stems(`
good great nice cool useful helpful handy interesting easy hard bad better best worse worst love like liked prefer
pretty quite really very super lot bit enough definitely absolutely certainly particularly especially thing things stuff
people person way ways time times kind sort point points issue issues problem problems concern concerns
trouble challenge challenges difficulty difficulties pain praise wish wishes view views mixed
favorite favourite proud awesome amazing
`);

const redaction = /^x{2,}$/;
const verdictWeight = 0.4;

/** What a term counts beside its rarity when texts are compared by what they speak of: 0 to 1. */
export function talkWeight(term: string): number {
  if (fillerStems.has(term) || redaction.test(term)) return 0;
  return isFrameTerm(term) || verdicts.has(term) ? verdictWeight : 1;
}

/** Whether a word is but a sound of speech, or stands for one that was taken out. */
export const saysNothing = (word: string): boolean => fillers.has(word) || redaction.test(word);
