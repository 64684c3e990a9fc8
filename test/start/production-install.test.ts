import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useFolder } from './support.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = useFolder();

/** The compiled service with every package but the development ones, as `npm ci --omit=dev` installs it. */
function install(): void {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const entry of ['dist', 'package.json']) {
    cpSync(join(root, entry), join(folder, entry), { recursive: true });
  }
  const packages = readdirSync(join(root, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, 'node_modules', name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  for (const name of packages.filter((one) => !one.startsWith('.') && !(one in devDependencies))) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
}

it('without the development packages everything runs but the sandbox, and the log says why', {
  timeout: 120_000,
}, async () => {
  install();
  const service = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data') },
  });
  try {
    let [said, logged] = ['', ''];
    service.stdout.on('data', (text) => {
      said += text;
    });
    service.stderr.on('data', (text) => {
      logged += text;
    });
    await expect.poll(() => said, { timeout: 90_000 }).toMatch(/^ {2}API +(\S+)\/v1$/m);
    const [, url] = /^ {2}API +(\S+)\/v1$/m.exec(said)!;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/sandbox`)).status).toBe(404);
    expect(said + logged).toContain('Run `npm ci` without --omit=dev');
  } finally {
    service.kill('SIGKILL');
  }
});
