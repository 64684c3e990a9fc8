/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML allows no other control characters
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNPRINTABLE, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return escaped(String(value));
}

/**
 * Builds markup from a template. Every value is escaped unless it is markup itself, so text can never become
 * markup. Attributes must be quoted. Null, undefined and false are left out.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) text += render(value) + (parts[at + 1] ?? '');
  return new Html(text);
}

/** An http or https URL for an `href`; undefined for any other, such as `javascript:`. */
export const webAddress = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;

/** A link, or only its text if there is no URL. */
export const linked = (address: string | undefined, text: Value): Html =>
  address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
