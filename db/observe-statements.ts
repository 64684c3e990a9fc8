/** Told when a statement starts; what it gives is called when the statement has ended. */
export type StatementObserver = (name: string) => (failed: boolean) => void;

const observers = new Set<StatementObserver>();

/** For metrics and traces, which this folder knows nothing of. Gives what ends it. */
export function observeStatements(observer: StatementObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Runs statements, sent together, under the eyes of the observers; without any it costs nothing. */
export async function observed<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  if (observers.size === 0) return work();
  const ends = [...observers].flatMap((observer) => names.map(observer));
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    for (const end of ends) end(failed);
  }
}
