import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Context } from 'koa';
import { packageRoot } from './package-root.js';

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
  'issues.css',
  'icon.svg',
];

/** Serves the page's own files, and the renderer's styles as `blocks.css`. */
export function createStaticFiles(): (ctx: Context, name: string) => void {
  const folder = path.join(packageRoot(), 'integrations/sandbox/public');
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
 * Its rules hang on an id that each of its roots has; here they hang on the class beside it, in a
 * layer of their own so that the page's rules win over its resets.
 */
function rendererStyles(): string {
  const file = createRequire(import.meta.url).resolve('slack-blocks-to-jsx/dist/style.css');
  const rules = readFileSync(file, 'utf8').replaceAll(
    '#slack_blocks_to_jsx',
    '.slack_blocks_to_jsx',
  );
  return `@layer renderer {${rules}}`;
}
