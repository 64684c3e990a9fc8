/** The kinds of evidence that a passage can be. */
const CUES = [
  'need',
  'problem',
  'workaround',
  'wish',
  'praise',
  'comparison',
  'emotion',
  'churn',
] as const;
export type Cue = (typeof CUES)[number];

/**
 * English phrases that express a need, a problem, a wish, praise and so on, one pattern per line, written by
 * hand. A pattern is matched against a lower-case sentence with straight apostrophes, at the start of a word; ~
 * matches up to two words.
 */
const cuePatterns: Record<Cue, string> = {
  need: `
(i|we|they|you|users|people|customers) (really |just |always |still |often )?(need|needed|require|required|must)\\b
(i|we) (really |always |often |still )?(have|had) to (be|have|know|see|get|keep|make|show|check)\\b
need (for|a|an|some|more|something)\\b
(important|essential|critical|crucial|vital|necessary|a must)\\b
(rely|relies|relied|depend|depends) (up)?on\\b
can't (do|work|live) ~ without
(i'm|we're|i was|we were|i am|we are) (always )?(looking for|trying to)
(i|we) (really )?(want|wanted) to (be able|know|see|understand|make sure|avoid|keep)
(biggest|main|number one|primary) (thing|goal|concern|need|priority)
makes? sure\\b
(matters|mattered)\\b`,
  problem: `
(problem|issue|trouble|difficult|struggl|challeng|obstacle|hurdle|barrier|bottleneck)
hard(er)? (to|for|time)\\b
(so|very|really|pretty|too|quite) hard\\b
(confus|annoy|frustrat|tedious|cumbersome|clunky|overwhelm|burden|messy|painful|time-consuming|time consuming)
(a|the|real|big) pain\\b
pain points?
(fail|broke\\b|broken|breaks|bug\\b|bugs\\b|buggy|crash|glitch|error|mistake)
(wrong|incorrect|inaccura|unreliable|inconsisten|hallucinat|misleading|mislead)
(couldn't|can't|cannot|could not|unable to|wasn't able|weren't able|not able to|didn't manage)\\b
(don't|doesn't|didn't|do not|did not) ~ (know|understand|see|notice|find|work|realize|make sense|get it|trust|help|like|care|trust|want|enjoy)\\b
(no|never|zero) (idea|way|clue|option)\\b
not (very |really |so |that |as |quite |always |a )?(clear|sure (how|what|where|why|if|whether)|obvious|intuitive|easy|straightforward|helpful|useful|good|great|consistent|accurate|familiar|comfortable|fan)\\b
(unclear|ambigu|missing|lacks?\\b|lacking|lost\\b|stuck\\b)
(slow|slows|slower|laggy)\\b
(takes|took|taking|spend|spent|wast)\\w* (\\w+ ){0,12}(time|hours?|days?|weeks?|months?|forever|minutes)\\b
too (many|much|long|slow|small|big|complex|complicated|expensive|short|few|hard|often|technical|generic|busy)\\b
(expensive|overpriced|downside|drawback|limitation|shortcoming|disadvantage)
(concern|worr|scared|afraid|risk|danger|skeptic|hesitant|reluctant)
(gave|give|giving) up\\b
(lose|losing|loses|miss|misses|missed) (the|my|our|out|some|a|their|it)\\b
(ugly|bad|worse|worst|poor|terrible|awful|horrible|useless|pointless|boring|generic|bland)\\b
(hate|dislike|despise)\\b`,
  workaround: `
work ?-?arounds?\\b
what (i|we) (do|did|ended up doing|usually do) is
(end|ends|ended) up (\\w+ing|with|having)\\b
(manual|manually|by hand)\\b
copy ~ past(e|ing)
(excel|spreadsheet|google sheet|google doc|notepad|sticky notes?|post-its?)
(hack|trick)\\b
(so|then) (i|we) (just|usually|have to|had to|always|basically|instead)\\b
instead,? (i|we)\\b
(i|we) (usually|just|always|normally) (go|use|do|take|ask|open|write|google|start|check) 
(my|our) own (tool|system|script|template|version|way|notes|list|spreadsheet)
(go|going|went) back and forth
double[- ]check`,
  wish: `
(i|we) (really |just |kind of )?wish\\b
(would|'d|might|could) (also |probably |definitely |really |maybe )?(be|have been) (really |very |so |pretty |super |more |a |kind of |even )*(nice|good|great|helpful|useful|cool|better|interesting|easier|amazing|awesome|ideal|perfect|beneficial|valuable|neat|handy)
(i|we|i'd|we'd) (would )?(really |definitely |also |probably )?(love|like|prefer|appreciate|want) (to (see|have|be able|know|get)|it|a|an|if|more|some|that)\\b
if (it|there|i|we|you|they|that|this|the \\w+) (could|was|were|had|would)\\b
(could|should) (be|have|let|allow|show|give|make|tell|just|also|probably be|definitely be) 
(ideally|hopefully|my dream|in a perfect world|in an ideal world)\\b
(i|we|i'm|we're) (hope|hoping)\\b
(suggest|suggestion|recommend)\\w*\\b
(the|an) (option|ability) to\\b
(improve|improvement|improved)\\b
more (control|options|flexib|transparen|guidance|support|examples|information|detail)\\w*`,
  praise: `
(i|we) (really |absolutely |also |just |quite |definitely |do |actually )*(love|loved|like|liked|enjoy|enjoyed|appreciate|appreciated|prefer|preferred) (that|how|the|it|this|being|using|to|a|its|those|these|having|working|when)\\b
(great|awesome|amazing|fantastic|excellent|wonderful|brilliant|incredible|perfect|superb)\\b
(very |really |super |so |extremely |pretty |most |more |quite |incredibly )?(helpful|useful|valuable|beneficial|handy|intuitive|convenient|powerful|reliable|effective|efficient|invaluable)\\b
(easy|easier|simple|simpler|quick|quicker|fast|faster|straightforward|effortless) (to|for|way|and|than)\\b
(made|makes|make|making) (it|me|my \\w+|things|life|everything|our \\w+) (so |much |a lot |way |really |more )*(easier|faster|better|simpler|smoother|possible|productive|efficient)
(help|helps|helped|helping) (me|us|you|with|to|people|my|our|them)\\b
(save|saves|saved|saving) (me |us |a lot of |so much |my |you )*(time|hours|money|effort|days|work)
(works|worked|working) (really |very |pretty |quite |so |just )?(well|great|fine|perfectly|beautifully)
(game.?changer|lifesaver|life saver|blessing)
(happy|pleased|satisfied|impressed|comfortable) (with|by|that|to)\\b
(good|nice|cool|neat|beautiful|fun|fascinating|exciting)\\b
(best|favou?rite) (part|thing|feature|tool|way|\\w+)\\b
(good|great|excel\\w*) (at|for)\\b`,
  comparison: `
(compared|comparing) (to|with)\\b
(versus|vs|unlike|whereas)\\b
(better|worse|faster|slower|easier|harder|cheaper|more \\w+|less \\w+|rather|other|different) than\\b
(instead of|rather than|similar to|the same as|different from|as opposed to|in contrast)\\b
(used to|previously|in the past|back then|before (that|i|we|ai|this))\\b
(switched|moved|migrated|switching|moving) (from|to|over|away)\\b
(other|another) (tools?|apps?|products?|systems?|platforms?|softwares?|companies|vendors?|options?)\\b`,
  emotion: `
(i|we|i'm|we're|it's|that's|they) (\\w+ )?(hate|hated|loathe|furious|angry|mad at|terrified|scared|afraid|anxious|ashamed|embarrassed|heartbroken|devastated|thrilled|ecstatic|desperate|miserable|panicking|exhausted|outraged|disgusted)\\b
(i|we) (really |absolutely |just |actually |truly )*(love|loved|adore|adored)\\b
(so|really|very|extremely|incredibly|super|pretty|deeply) (frustrat|annoy|upset|angry|sad|anxious|stress|excit|disappoint|worried|scared|proud|happy|depress|overwhelm|nervous)\\w*
(nightmare|ridiculous|insane|horrible|horrif|terrible|awful|unacceptable|infuriat|maddening|soul-crushing|heartbreaking|outrag|disgust|appall|drives? me (crazy|nuts|mad|insane))
(cry|cried|crying|tears|panic|screaming|screamed|swear|swore)\\b
(frustrat|disappoint|demoraliz|stressful|depressing|overwhelming|exhausting|terrifying|scary)\\w*
(mind.?blow|blew me away|blown away|life.?chang|game.?chang)\\w*`,
  churn: `
(i|we|i'll|we'll|i'd|we'd|i've|we've) (\\w+ ){0,3}(cancel|cancell?ed|unsubscribed?|uninstall(ed)?|churned)\\b
(cancel|cancell?ing|cancell?ed|end|ending|drop|dropping) (my|our|the) (subscription|account|plan|membership|contract|order)
(i|we) (\\w+ )?(stopped|quit|gave up|given up) (using|paying|on (it|the (app|tool|product|software|platform|service)|this (app|tool|product)))\\b
(stop|quit|stopping) (using|paying for) (it|this|that|the|them)\\b
(don't|do not|doesn't|no longer) use (it|that|this|the (app|tool|product|software|platform)) (any ?more|anymore|at all)\\b
no longer (use|pay)\\b
(i|we|i'd|we'd|i'll|we'll|i'm|we're|would|might|going to) (\\w+ ){0,2}(switch|switching|switched|move|moving|go|going) (over |back |away )?(to|from) (a |an |the |another )?(competitor|alternative|other (tool|app|product|vendor|provider|platform|service))
(looking|look|looked|shopping) (for|at|around for|into) (an |another |other |some )?(alternative|replacement|competitor|other (tool|app|product|vendor|provider|platform|service))
(not|never|isn't|wasn't) (going to )?(renew|renewing)\\b
(won't|wouldn't|will not|would not|never) (use|pay for|buy|come back to|recommend) (it|this|that) (again|any ?more|anymore)
(want|wanted|asked for|get|got|demand\\w*) (my money back|a refund)
(isn't|not|wasn't) worth (the (money|price|cost|subscription)|paying)
(delete|deleted|deleting|closed?|closing) (my|our) account\\b
(ready|about|going) to (leave|quit|walk away|cancel)\\b`,
};

const matchers = new Map(CUES.map((cue) => [cue, matcher(cuePatterns[cue])]));

/**
 * Returns the cues in a passage by its English wording: a need, a problem, a workaround, a wish, praise, a
 * comparison, strong feeling, a risk that the person leaves. Each once, in the order of `CUES`; none in other
 * languages.
 */
export function cuesOf(text: string): Cue[] {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return CUES.filter((cue) => matchers.get(cue)?.test(plain));
}

function matcher(patterns: string): RegExp {
  const lines = patterns.split('\n').filter((line) => line !== '');
  const joined = lines.map((line) => line.replaceAll('~', "(?:[\\w']+ ){0,2}")).join('|');
  return new RegExp(`(?<![\\w'])(?:${joined})`);
}
