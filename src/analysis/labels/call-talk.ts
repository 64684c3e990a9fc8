import { cuesOf } from '../cues.js';
import { sentencesOf } from '../quotes/sentences.js';

const anyOf = (lines: string): RegExp =>
  new RegExp(`\\b(?:${lines.trim().replaceAll('\n', '|')})`, 'i');

/** Only talk about a talk has these. */
const saysNothing = anyOf(`
(?:can|could|do|did) (?:you|everyone|everybody|people|we) (?:all |guys )?(?:hear|see) (?:me|us|my screen)
(?:see|seeing|share|sharing|shared) (?:my|your) (?:screen|slides)
(?:my|your) (?:screen|video|audio|mic|microphone|camera) (?:is|was|has|just|got|seems|keeps|went)
(?:i'm|you're|am i|are you) (?:still )?(?:on )?mute[ds]?
(?:nothing|not much)(?: else)?(?: really| much)? (?:comes|came|springs|pops) to (?:my )?mind
(?:nice|good|lovely) to (?:meet|see|talk to) you
(?:thanks|thank you)(?: so much| a lot| very much)? for (?:having|inviting|joining|coming|your time|watching|the question)
(?:good|great) question`);

/** What may be about the product as well, and yet makes no name of anything. */
const namesNothing = anyOf(String.raw`
(?:screen|video|audio|zoom|camera) (?:is|was|has|got|seems|keeps|went) (?:\w+ )?(?:frozen|freez\w+|stuck|black|lagg\w+)
(?:unmute|recording|off the top of my head|running out of time|out of time|top of the hour)\b
(?:interesting|tough|tricky|difficult) question
(?:follow|subscribe|wish ?list) (?:it|us|me|the game|the channel|to)
wish ?lists are
(?:in|the|read|hey|hi|hello|ask) chat\b
(?:where (?:was i|were we)|lost my train of thought)
let me (?:think|see|share|check|pull|start)
(?:i'll|i will|i'm going to|let's) (?:start|begin|introduce|hand|pass|move on|jump|skip|come back|wrap)
next (?:slide|question|speaker)
this (?:call|talk|panel|interview|podcast|stream)\b
(?:thanks|thank you)\b`);

const straight = (text: string): string => text.replaceAll('’', "'");

/** Whether a clause is about the talk itself, its screens, thanks and turns. */
export const isCallTalk = (clause: string): boolean =>
  saysNothing.test(straight(clause)) || namesNothing.test(straight(clause));

/** Whether a passage holds talk about the talk and, beside it, nothing that shows a need, a problem or the like. */
export const isOnlyCallTalk = (text: string): boolean =>
  saysNothing.test(straight(text)) &&
  sentencesOf(text)
    .map(({ start, end }) => text.slice(start, end))
    .every((sentence) => saysNothing.test(straight(sentence)) || cuesOf(sentence).length === 0);
