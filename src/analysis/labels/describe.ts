import type { SpokenAs } from './stance-label.js';

const shortestExample = 40;
const longestExample = 240;

/** What people say of a topic, in a sentence, and the most typical quote that is short enough. */
export function describe(
  quotes: readonly string[],
  topic: string | undefined,
  way: SpokenAs | undefined,
): string {
  const example =
    quotes.find(({ length }) => length >= shortestExample && length <= longestExample) ??
    quotes[0] ??
    '';
  const about = topic === undefined ? 'They say much the same' : `${says[way ?? 'all']} ${topic}`;
  return `${about}. For example: “${shortened(example, longestExample)}”`;
}

const says: Record<SpokenAs | 'all', string> = {
  trouble: 'People have trouble with',
  praise: 'People speak well of',
  wish: 'People have wishes for',
  mixed: 'People are of two minds about',
  all: 'People speak of',
};

export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1).toWellFormed()}…`;
}
