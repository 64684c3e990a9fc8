import { isFrameTerm } from '../../language/frame-words.js';
import { stem } from '../../language/stem.js';

const stems = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(stem));

/** Fillers of speech; sharing them does not make two quotes similar. */
const fillers: ReadonlySet<string> = new Set(
  `um uh uhm hmm mm mhm ah oh er yeah yep yes okay ok well actually basically literally obviously honestly anyway guess
suppose maybe perhaps probably kinda sorta gonna wanna sure alright unintelligible inaudible crosstalk redacted laughs
laughter`.split(/\s+/),
);
const fillerStems = new Set([...fillers].map(stem));
/** Words of liking and disliking: they express an opinion, not a topic. */
const verdicts = stems(`
good great nice cool useful helpful handy interesting easy hard bad better best worse worst love like liked prefer
pretty quite really very super lot bit enough definitely absolutely certainly particularly especially thing things stuff
people person way ways time times kind sort point points issue issues problem problems concern concerns
trouble challenge challenges difficulty difficulties pain praise wish wishes view views mixed
favorite favourite proud awesome amazing
`);

const redaction = /^x{2,}$/;
const verdictWeight = 0.4;

/** The weight of a term when topics are compared, besides its rarity: 0 to 1. */
export function talkWeight(term: string): number {
  if (fillerStems.has(term) || redaction.test(term)) return 0;
  return isFrameTerm(term) || verdicts.has(term) ? verdictWeight : 1;
}
