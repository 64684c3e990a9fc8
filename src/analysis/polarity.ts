import { words } from '../language/tokens.js';

const split = (list: string): Set<string> => new Set(list.trim().split(/\s+/));

const praising = split(`
amazing appreciate appreciated awesome beautiful beneficial best better brilliant clean clear comfortable confident
convenient cool delight delighted easier easily easy effective efficient effortless enjoy enjoyed enjoying excellent
excited exciting fantastic fast faster favorite favourite fine flexible fun glad good great handy happy helped helpful
helping helps impressed impressive improve improved improves incredible interesting intuitive love loved loves
neat nice perfect perfectly pleasant pleased positive powerful productive proud quick quicker quickly recommend reliable
satisfied saved saves saving simple simpler smooth smoother smoothly solid straightforward successful super thrilled
trust useful valuable well wonderful worked works worth
`);
const complaining = split(`
afraid angry annoyed annoying anxious awful bad barrier bland boring broke broken bug bugs buggy burden cancel cancelled
challenge challenges challenging clunky complain complex complicated concern concerned concerns confused confuses
confusing confusion crash crashed crashes cumbersome danger dangerous difficult difficulty disappointed disappointing
dislike drawback error errors expensive fail failed fails failure fear fears forgot frustrated frustrating frustration
generic hallucinate hallucinates hallucinations hard harder hate hated horrible impossible inaccurate inconsistent
incorrect issue issues lack lacking lacks lag limitation limitations limited lose losing lost mess messy misleading miss
missed missing mistake mistakes negative nervous nightmare overpriced overwhelmed overwhelming pain painful pointless
poor problem problems reluctant repetitive ridiculous risk risks scared scary skeptical slow slower stress stressful
struggle struggled struggles struggling stuck stupid tedious terrible tired trouble ugly unable unclear uncomfortable
unfortunately unreliable upset useless waste wasted wasting weird worried worries worry worse worst wrong
`);
const negations = split(`
not no never without hardly barely don't doesn't didn't isn't wasn't aren't weren't can't cannot couldn't won't wouldn't
haven't hasn't nothing none nobody
`);
const reach = 3;
/** Dampens the score, so that one emotional word in a long quote weighs less than three. */
const caution = 1;

/**
 * The polarity of a text by its English words, from -1 (all complaint) to 1 (all praise); 0 for neither. Not, no
 * and never invert a word.
 */
export function polarityOf(text: string): number {
  const said = words(text);
  let praise = 0;
  let complaint = 0;
  for (const [index, word] of said.entries()) {
    const good = praising.has(word);
    if (!good && !complaining.has(word)) continue;
    const turned = said.slice(Math.max(0, index - reach), index).some((one) => negations.has(one));
    if (good !== turned) praise++;
    else complaint++;
  }
  const total = praise + complaint;
  return total === 0 ? 0 : (praise - complaint) / (total + caution);
}
