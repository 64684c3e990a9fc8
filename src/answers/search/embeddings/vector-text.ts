/** A vector in pgvector's text format. */
export const vectorText = (vector: readonly number[]): string => `[${vector.join(',')}]`;
