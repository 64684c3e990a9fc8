/** Takes out, in place, what no column holds: NUL characters, and halves of characters that a cut left behind. */
export function makeStorable(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const held = value as Record<string, unknown>;
  for (const [key, part] of Object.entries(held)) {
    if (typeof part !== 'string') makeStorable(part);
    else if (part.includes('\u0000') || !part.isWellFormed()) {
      held[key] = part.replaceAll('\u0000', '').toWellFormed();
    }
  }
}
