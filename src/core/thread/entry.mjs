// @ts-check
// Runs the tasks of `src/server/thread-tasks.ts` in a thread of their own, one after the other. Plain JavaScript, because a thread
// loads it alike under node, tsx and vitest; in a checkout tsx then reads the TypeScript.
import { parentPort, workerData } from 'node:worker_threads';

if (workerData.typescript) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { tasks } = await import(
  workerData.typescript ? '../../server/thread-tasks.ts' : '../../server/thread-tasks.js'
);
const { UnreadableFile } = await import(workerData.typescript ? '../errors.js' : '../errors.js');

parentPort?.on('message', ({ name, args }) => {
  try {
    parentPort?.postMessage({ value: tasks[name](...args) });
  } catch (error) {
    // The class of an error does not survive the way between threads.
    if (!(error instanceof UnreadableFile)) return parentPort?.postMessage({ error });
    const { message, speakers } = /** @type {import('../errors.js').OnlyInterviewers} */ (error);
    parentPort?.postMessage({ unreadable: message, speakers });
  }
});
