import type { generateText } from 'ai';

/**
 * Additional tokens for a model that reasons before it answers: servers count reasoning as part of the answer.
 * OpenAI advises reserving 25,000 (platform.openai.com/docs/guides/reasoning); a local server has less context.
 */
export const ROOM_TO_THINK = { 'openai-compatible': 8_000, openai: 25_000, anthropic: 25_000 };

/** The beginning of an answer, with or without a code fence. */
const answerBegins = /^\s*(?:`|\{)/;
/** The end of a local model's reasoning, if its server leaves it in; not all begin with a tag. */
const THOUGHTS_END = '</think>';

/**
 * Returns an answer without the reasoning before it and the code fence around it. Tags quoted in the answer stay.
 */
export function withoutThoughts(text: string): string {
  const end = answerBegins.test(text) ? -1 : text.indexOf(THOUGHTS_END);
  const answer = end < 0 ? text : text.slice(end + THOUGHTS_END.length);
  return answer
    .trim()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '');
}

/** The facts that the SDK reports at the end of an answer or of a failed call. */
export type Ended = Partial<
  Pick<
    Awaited<ReturnType<typeof generateText>>,
    'text' | 'reasoningText' | 'usage' | 'finishReason'
  >
>;

/** True if the model reasoned before it answered, or used up the room for its answer before starting one. */
export const hasThought = ({ text = '', reasoningText, usage, finishReason }: Ended): boolean =>
  Boolean(reasoningText) ||
  (usage?.outputTokenDetails.reasoningTokens ?? 0) > 0 ||
  (finishReason === 'length' && !answerBegins.test(text));
