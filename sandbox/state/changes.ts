import type { Message } from './message.js';

export type Change =
  | { kind: 'message'; message: Message }
  | { kind: 'removed'; message: Message }
  | { kind: 'home'; personId: string }
  | { kind: 'modal'; personId: string };

/** Notifies open pages of changes. */
export class Changes {
  private readonly listeners = new Set<(change: Change) => void>();

  emit(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** @returns a function that stops listening */
  listen(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
