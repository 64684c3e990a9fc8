/** Called when a statement starts; the function it returns is called when the statement has ended. */
export type StatementObserver = (name: string) => (failed: boolean) => void;

const observers = new Set<StatementObserver>();

/** Adds an observer, for metrics and traces. Returns a function that removes it. */
export function observeStatements(observer: StatementObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Runs a batch of statements and notifies the observers; without observers it costs nothing. */
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
