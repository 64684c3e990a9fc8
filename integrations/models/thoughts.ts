import type { generateText } from 'ai';

/**
 * Tokens that a model which thinks before it answers gets for its thoughts: servers count them as part of the answer.
 * OpenAI advises to reserve 25,000 (platform.openai.com/docs/guides/reasoning); a local server has less context.
 */
export const ROOM_TO_THINK = { 'openai-compatible': 8_000, openai: 25_000, anthropic: 25_000 };

/** The beginning of an answer, with or without a code fence. */
const answerBegins = /^\s*(?:`|\{)/;
/** The end of a local model's thoughts, if its server leaves them in; not all begin with a tag. */
const THOUGHTS_END = '</think>';

/** Returns an answer without the thoughts before it and the code fence around it. Tags that it quotes stay. */
export function withoutThoughts(text: string): string {
  const end = answerBegins.test(text) ? -1 : text.indexOf(THOUGHTS_END);
  const answer = end < 0 ? text : text.slice(end + THOUGHTS_END.length);
  return answer
    .trim()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '');
}

/** The end of an answer, or of a failed call: there the SDK says as much as it knows. */
export type Ended = Partial<
  Pick<
    Awaited<ReturnType<typeof generateText>>,
    'text' | 'reasoningText' | 'usage' | 'finishReason'
  >
>;

/** True if the model thought before it answered, or used up the room for its answer without beginning one. */
export const hasThought = ({ text = '', reasoningText, usage, finishReason }: Ended): boolean =>
  Boolean(reasoningText) ||
  (usage?.outputTokenDetails.reasoningTokens ?? 0) > 0 ||
  (finishReason === 'length' && !answerBegins.test(text));
