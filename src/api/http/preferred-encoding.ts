type Encoding = 'br' | 'gzip';

interface Wish {
  name: string;
  /** 0 to 1; 0 refuses. */
  weight: number;
}

/**
 * What of brotli and gzip the client likes best by its `Accept-Encoding` (RFC 9110, 12.5.3): the greater
 * weight, then what it names first. Undefined where it likes the text as it is better, or takes neither.
 */
export function preferredEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined;
  const wishes = header.split(',').map(readWish);
  const others = wishes.find(({ name }) => name === '*');
  const asItIs = wishes.find(({ name }) => name === 'identity') ?? others;
  const named = wishes.filter(isEncoding);
  const implied = (['br', 'gzip'] as const)
    .filter((name) => others && !named.some((wish) => wish.name === name))
    .map((name) => ({ name, weight: others?.weight ?? 0 }));
  const best = [...named, ...implied].reduce<(Wish & { name: Encoding }) | undefined>(
    (found, wish) => (wish.weight > (found?.weight ?? 0) ? wish : found),
    undefined,
  );
  return best && best.weight >= (asItIs?.weight ?? 0) ? best.name : undefined;
}

const isEncoding = (wish: Wish): wish is Wish & { name: Encoding } =>
  wish.name === 'br' || wish.name === 'gzip';

function readWish(text: string): Wish {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
