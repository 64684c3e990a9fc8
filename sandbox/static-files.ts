import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'koa';

const FILES = [
  'layout.css',
  'message.css',
  'modal.css',
  'sandbox.js',
  'conversation.js',
  'composer.js',
  'attached.js',
  'scrolling.js',
  'suggestions.js',
  'controls.js',
  'entries.js',
  'modal.js',
  'server.js',
  'tour.js',
  'issues.css',
  'icon.svg',
];

/** Serves the page's own files, and the renderer's styles as `blocks.css`. */
export function createStaticFiles(): (ctx: Context, name: string) => void {
  const folder = path.join(packageRoot(), 'sandbox/public');
  const files = new Map(FILES.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  files.set('blocks.css', rendererStyles());
  return (ctx, name) => {
    const content = files.get(name);
    if (content === undefined) ctx.throw(404, `The sandbox has no file "${name}".`);
    ctx.type = path.extname(name);
    ctx.set('cache-control', 'no-cache');
    ctx.body = content;
  };
}

/**
 * The renderer's styles. Its rules select the id of its roots; here they select the class next to it instead. They
 * are in a separate layer, so that the page's rules override the renderer's resets.
 */
function rendererStyles(): string {
  const file = createRequire(import.meta.url).resolve('slack-blocks-to-jsx/dist/style.css');
  const rules = readFileSync(file, 'utf8').replaceAll(
    '#slack_blocks_to_jsx',
    '.slack_blocks_to_jsx',
  );
  return `@layer renderer {${rules}}`;
}

/** The folder of package.json: static files are not copied to the build folder. */
function packageRoot(from: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(from));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error(`No package.json was found above ${fileURLToPath(from)}.`);
    folder = parent;
  }
  return folder;
}
