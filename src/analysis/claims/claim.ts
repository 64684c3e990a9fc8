import type { Span } from '../../language/sentences.js';

/** A participant's turn, and the question before it. */
export interface SpokenTurn {
  turn: number;
  text: string;
  asked?: string | undefined;
}

/** The claim of one sentence, coded with a codebook entry. */
export interface Claim extends Span {
  turn: number;
  entryId: string;
  stance: 'supports' | 'contradicts';
  /** 0.6 to 1: certainty that the sentence states the claim, and about the tool. */
  certainty: number;
  /** True if the claim's own clause names AI. */
  namesAi: boolean;
  /** Candidates for the entry's `{thing}`, as worded by the participant. */
  things: string[];
}

/** The codebook entry of a quote and how the quote relates to it. */
export type Coding = Pick<Claim, 'entryId' | 'stance' | 'certainty' | 'namesAi' | 'things'>;
