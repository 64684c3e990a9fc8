import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OnlyInterviewers, UnreadableFile } from '../errors.js';
import {
  MAX_GROUPING_MS,
  MAX_READING_MS,
  MAX_THREAD_HEAP_MB,
  MAX_THREAD_YOUNG_MB,
} from '../numbers.js';

/**
 * Every task by name. `src/server/thread-tasks.ts` lists them and adds their types to this
 * interface.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled there, so that core depends on none of its users
export interface Tasks {}
type TaskName = keyof Tasks;

/** A task that was stopped because it exceeded its limits; `message` is one sentence for the user. */
export class GivenUp extends UnreadableFile {}

interface Answer {
  value?: unknown;
  error?: Error;
  /** The message of an UnreadableFile. */
  unreadable?: string;
  /** The speakers of an OnlyInterviewers. */
  speakers?: readonly string[];
}

interface ThreadLimits {
  /** Milliseconds after which a task is stopped. */
  deadlineMs(name: TaskName): number;
  heapMb: number;
}

const GROUPING: ReadonlySet<TaskName> = new Set(['planThemes', 'heldBeliefs']);
const LIMITS: ThreadLimits = {
  deadlineMs: (name) => (GROUPING.has(name) ? MAX_GROUPING_MS : MAX_READING_MS),
  heapMb: MAX_THREAD_HEAP_MB,
};

const isTypescript = import.meta.url.endsWith('.ts');

/**
 * A thread for CPU-intensive work on text from outside, so that it never blocks the event loop.
 * Tasks run one after the other. One that takes too much time or memory is stopped together with
 * its thread, and the next one starts a new thread.
 */
export class TaskThread {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly limits: ThreadLimits = LIMITS) {}

  /** Runs a task after those before it. Throws UnreadableFile; GivenUp if the task exceeded its limits. */
  run<Name extends TaskName>(
    name: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>> {
    const done = this.last.then(() => this.runNow(name, args));
    this.last = done.catch(() => {});
    return done as Promise<ReturnType<Tasks[Name]>>;
  }

  private async runNow(name: TaskName, args: unknown[]): Promise<unknown> {
    this.worker ??= this.start();
    const worker = this.worker;
    try {
      return valueIn(await this.answerOf(worker, name, args));
    } catch (error) {
      if (isOutOfMemory(error)) throw tooMuchMemory(this.limits.heapMb);
      throw error;
    }
  }

  private async answerOf(worker: Worker, name: TaskName, args: unknown[]): Promise<Answer> {
    const deadlineMs = this.limits.deadlineMs(name);
    const done = new AbortController();
    const { signal } = done;
    const timer = setTimeout(() => void worker.terminate(), deadlineMs);
    const started = performance.now();
    // An idle thread does not keep the process alive; a working one does.
    worker.ref();
    try {
      worker.postMessage({ name, args });
      const [answer] = await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(([code]) => {
          const isLate = performance.now() - started >= deadlineMs;
          throw isLate ? tookTooLong(deadlineMs) : new Error(`the thread ended with code ${code}`);
        }),
      ]);
      return answer as Answer;
    } finally {
      clearTimeout(timer);
      done.abort();
      worker.unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(new URL('./entry.mjs', import.meta.url), {
      workerData: { typescript: isTypescript },
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.limits.heapMb,
        maxYoungGenerationSizeMb: MAX_THREAD_YOUNG_MB,
      },
    });
    const forget = (): void => {
      if (this.worker === worker) this.worker = undefined;
    };
    // An error without a listener would end the process.
    worker.on('error', forget).on('exit', forget);
    return worker;
  }
}

function valueIn({ value, error, unreadable, speakers }: Answer): unknown {
  if (unreadable !== undefined && speakers) throw new OnlyInterviewers(unreadable, speakers);
  if (unreadable !== undefined) throw new UnreadableFile(unreadable);
  if (error) throw error;
  return value;
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const tookTooLong = (ms: number): GivenUp =>
  new GivenUp(
    `It takes more than ${ms / 1_000} seconds to read, the limit: split it, or remove text that is not speech.`,
  );

const tooMuchMemory = (mb: number): GivenUp =>
  new GivenUp(
    `It takes more than ${mb} MB of memory to read, the limit: split it, or remove text that is not speech.`,
  );

const thread = new TaskThread();

/**
 * Runs a task in the thread of this process. Throws UnreadableFile; GivenUp if the task exceeded
 * its limits.
 */
export const inThread: TaskThread['run'] = (name, ...args) => thread.run(name, ...args);
