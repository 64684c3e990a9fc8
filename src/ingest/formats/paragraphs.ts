/** A line from which on a text counts as wrapped by a program, not by its author. */
const WRAPPED_LENGTH = 60;

const goesOn = (line: string): boolean =>
  line.length >= WRAPPED_LENGTH && !/[.!?:;"”)]$/.test(line);

/**
 * What stands on several lines as one text: wrapped lines are put together, others keep their line, and an
 * empty line stays one. Every sentence keeps its own characters.
 */
export function joinLines(lines: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const line of lines.map((raw) => raw.trim())) {
    if (line !== '') {
      if (parts.length > 0) parts.push(last === '' ? '\n\n' : goesOn(last) ? ' ' : '\n');
      parts.push(line);
    }
    last = line;
  }
  return parts.join('');
}
