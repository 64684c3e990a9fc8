import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsx = import.meta.resolve('tsx');

/**
 * A file of the project, run by node as a process of its own. What is in `src` runs as it was compiled before the
 * tests, which starts twice as fast; the tests' own files are compiled as they load.
 */
export class TestProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stdout = '';
  stderr = '';

  /** @param file relative to the project; the process sees no variable but those of `env` */
  constructor(
    file: string,
    args: string[] = [],
    env: Record<string, string | undefined> = {},
    cwd = root,
  ) {
    const program = file.startsWith('src/')
      ? [join(root, 'dist', file.replace(/\.ts$/, '.js'))]
      : ['--import', tsx, join(root, file)];
    this.child = spawn(process.execPath, [...program, ...args], {
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  /** The first match on standard output; if the process ends before, fails with its output. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found) return found;
      const { child } = this;
      if (child.exitCode !== null || child.signalCode !== null) {
        await this.ended;
        const late = pattern.exec(this.stdout);
        if (late) return late;
        throw new Error(`ended without saying ${pattern}:\n${this.stdout}\n${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends the signal and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGKILL') {
    this.child.kill(signal);
    return this.ended;
  }
}
