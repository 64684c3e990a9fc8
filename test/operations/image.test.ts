import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { useFolder } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const database = useDatabase();
const folder = useFolder();
const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

/** The kinds of patterns that `.dockerignore` has: a path, in which `*` is any part of one name. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(path);

/** The files that `COPY . .` of the first stage copies. */
function copyContext(to: string): void {
  const left = linesOf('.dockerignore').filter((line) => line !== '');
  const filter = (source: string): boolean =>
    !left.some((pattern) => matches(pattern, relative(root, source)));
  cpSync(root, to, { recursive: true, filter });
}

/** Removes what the first stage removes after the build. */
function removeFromBuild(built: string): void {
  const removed = linesOf('Dockerfile').flatMap((line) => [...line.matchAll(/rm -rf (\S+)/g)]);
  expect(removed.length).toBeGreaterThan(0);
  for (const [, path = ''] of removed) rmSync(join(built, path), { recursive: true });
}

/** The paths that the second stage copies from the first. */
function copyResult(from: string, to: string): void {
  const copies = linesOf('Dockerfile').flatMap((line) => {
    const [, source, target] = /^COPY --from=build \/app\/(\S+) (\S+)$/.exec(line) ?? [];
    return source && target ? [{ source, target }] : [];
  });
  expect(copies.length).toBeGreaterThan(2);
  for (const { source, target } of copies) {
    if (source === 'node_modules') continue;
    const place = target.endsWith('/') ? join(to, target, source) : join(to, target);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(from, source), place, { recursive: true });
  }
}

it('the image builds from the files that its context holds, and serves from those that it keeps', {
  timeout: 240_000,
}, async () => {
  const [built, image] = [join(folder, 'built'), join(folder, 'image')];
  copyContext(built);
  mkdirSync(image);
  for (const stage of [built, image]) {
    symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'));
  }
  await run('npm', ['run', 'build'], { cwd: built });
  removeFromBuild(built);
  copyResult(built, image);

  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: database.url };
  const service = spawn(process.execPath, ['dist/src/main.js', 'web'], {
    cwd: image,
    env: { ...env, PORT: String(port) },
    stdio: 'ignore',
  });
  onTestFinished(() => void service.kill('SIGKILL'));
  const statusOf = (path: string): Promise<number | undefined> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(() => statusOf('/readyz'), { timeout: 120_000 }).toBe(200);
  for (const path of ['/docs', '/docs/swagger-ui.css', '/openapi.json', '/metrics']) {
    expect(await statusOf(path), path).toBe(200);
  }
  const { stdout } = await run(
    process.execPath,
    ['dist/src/cli/main.js', 'team', 'list', '--json'],
    {
      cwd: image,
      env,
    },
  );
  expect(JSON.parse(stdout)).toEqual([]);
});
