/** A vector as pgvector reads it. */
export const vectorText = (vector: readonly number[]): string => `[${vector.join(',')}]`;
