/** Lines of at least this length were wrapped by a program, not by the author. */
const WRAPPED_LENGTH = 60;

const goesOn = (line: string): boolean =>
  line.length >= WRAPPED_LENGTH && !/[.!?:;"”)]$/.test(line);

/** Joins wrapped lines; other line breaks and empty lines stay. Every sentence keeps its characters. */
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
