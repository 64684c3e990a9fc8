import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Each room may import itself and the rooms below it (docs/architecture.md). */
const ROOMS: Record<string, readonly string[]> = {
  src: [
    'main.ts cli server operations config issues jobs pages mcp api interviews engine analysis answers beliefs language',
    'core',
  ],
  'integrations/slack': [
    'index.ts app.ts jobs.ts listeners workspaces issues home settings beliefs answers files evidence',
    'cards digest delivery requests connection blocks queries',
  ],
};
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g;

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => path.join(folder, name));

it.each(Object.entries(ROOMS))('imports in %s go down the page only', (folder, lines) => {
  const order = lines.flatMap((line) => line.split(' '));
  const room = (file: string): string => path.relative(folder, file).split(path.sep)[0] ?? '';
  const upward: string[] = [];
  for (const file of sources(folder)) {
    expect(order).toContain(room(file));
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = path.join(path.dirname(file), target);
      if (!to.startsWith(`${folder}${path.sep}`)) continue;
      const below = order.indexOf(room(to).replace(/\.js$/, '.ts'));
      if (below < order.indexOf(room(file))) upward.push(`${file} imports ${to}`);
    }
  }
  expect(upward).toEqual([]);
});

it('db knows nothing above it', () => {
  const upward = sources('db').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((to) => !to.startsWith(`db${path.sep}`))
      .map((to) => `${file} imports ${to}`),
  );
  expect(upward).toEqual([]);
});

it('the rooms of src above integrations import it, and it imports none of them', () => {
  const above = /^src\/(?:main\.ts|(?:cli|server|operations)\/)/;
  const wrong = [...sources('src'), ...sources('integrations')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((to) =>
        file.startsWith('src')
          ? to.startsWith('integrations') && !above.test(file)
          : above.test(to),
      )
      .map((to) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

it('no two files import each other, not even for a type or by way of others', () => {
  const folders = ['src', 'integrations', 'db', 'sandbox'];
  const files = new Set(folders.flatMap((folder) => sources(folder)));
  const importsOf = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .flatMap((to) => [to, to.replace(/\.js$/, '.ts'), to.replace(/\.js$/, '.tsx')])
      .filter((to) => files.has(to));
  const left = new Map([...files].map((file) => [file, importsOf(file)]));
  for (let size = Number.POSITIVE_INFINITY; left.size < size; ) {
    size = left.size;
    for (const [file, to] of left) if (!to.some((one) => left.has(one))) left.delete(file);
  }
  const inCircles = [...left.keys()].filter((file) => reaches(left, file, file));
  expect(inCircles).toEqual([]);
});

const reaches = (
  imports: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): boolean => {
  const seen = new Set<string>();
  for (const open = [from]; open.length > 0; ) {
    for (const next of imports.get(open.pop() as string) ?? []) {
      if (next === to) return true;
      if (imports.has(next) && !seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
};

/** Files and folders by their full paths. A path in the docs that begins with one of these folders is a full path. */
const FOLDERS = 'src integrations db sandbox demo test bench scripts deploy docs'.split(' ');

/** Names of files and folders in the code spans and code blocks of a page. */
function namedIn(page: string): string[] {
  const code = readFileSync(page, 'utf8').match(/```.*?```|`[^`\n]+`/gs) ?? [];
  const words = code.flatMap((one) => one.match(/(?<![\w./@$:~{}*-])[\w-][\w./-]*/g) ?? []);
  return words
    .map((word) => word.replace(/\.+$/, ''))
    .filter((word) => !/[A-Z]{2}/.test(word)) // a placeholder
    .filter(
      (word) =>
        FOLDERS.some((folder) => word.startsWith(`${folder}/`)) || // from the root
        /^[\w./-]+\.(?:tsx?|mjs)$/.test(word) || // `file.ts` or `folder/file.ts`
        word.endsWith('/'), // `folder/`
    );
}

it('every file and folder that the docs name exists', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name));
  const paths = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  ]);
  const exists = (named: string): boolean => {
    const name = named.replace(/\/$/, '');
    if (FOLDERS.includes(name.split('/')[0] as string)) return paths.includes(name);
    return paths.some((one) => one.endsWith(`/${name}`));
  };
  const missing = ['README.md', 'CONTRIBUTING.md', ...pages].flatMap((page) =>
    namedIn(page)
      .filter((named) => !exists(named))
      .map((named) => `${page}: ${named}`),
  );
  expect(missing).toEqual([]);
});
