import { randomBytes } from 'node:crypto';
import type { HomeView, ModalView } from '../block-kit/views.js';
import type { Changes } from './messages.js';
import { withIds } from './with-ids.js';

export interface View {
  id: string;
  rootId: string;
  previousId: string | null;
  ownerId: string;
  hash: string;
  definition: ModalView | HomeView;
  /** Errors on inputs, by block id. */
  errors: Record<string, string>;
}

const DEEPEST_STACK = 3;
const randomId = () => randomBytes(5).toString('hex').toUpperCase();

/** Each user's open modals (the last is on top) and App Home. */
export class ViewStore {
  private readonly stacks = new Map<string, View[]>();
  private readonly homes = new Map<string, View>();

  constructor(private readonly changes: Changes) {}

  /** Opens a modal, replacing any open one. */
  open(ownerId: string, definition: ModalView): View {
    this.stacks.set(ownerId, []);
    return this.put(ownerId, definition)!;
  }

  /** Opens a modal above the others. @returns undefined if three modals are already open */
  push(ownerId: string, definition: ModalView): View | undefined {
    return this.stack(ownerId).length < DEEPEST_STACK ? this.put(ownerId, definition) : undefined;
  }

  update(view: View, definition: ModalView | HomeView): void {
    view.definition = { ...definition, blocks: withIds(definition.blocks) };
    view.hash = newHash();
    view.errors = {};
    this.announce(view);
  }

  complain(view: View, errors: Record<string, string>): void {
    view.errors = errors;
    this.announce(view);
  }

  /** Closes the top modal and shows the one below it. */
  closeTop(ownerId: string): void {
    this.stack(ownerId).pop();
    this.changes.emit({ kind: 'modal', personId: ownerId });
  }

  closeAll(ownerId: string): void {
    this.stacks.set(ownerId, []);
    this.changes.emit({ kind: 'modal', personId: ownerId });
  }

  publishHome(ownerId: string, definition: HomeView): View {
    const view = this.homes.get(ownerId) ?? newView(ownerId, definition, []);
    this.homes.set(ownerId, view);
    this.update(view, definition);
    return view;
  }

  top(ownerId: string): View | undefined {
    return this.stack(ownerId).at(-1);
  }

  home(ownerId: string): View | undefined {
    return this.homes.get(ownerId);
  }

  stack(ownerId: string): View[] {
    return this.stacks.get(ownerId) ?? [];
  }

  find(id: string): View | undefined {
    return this.all().find((view) => view.id === id);
  }

  findExternal(externalId: string): View | undefined {
    return this.all().find((view) => view.definition.external_id === externalId);
  }

  private all(): View[] {
    return [...this.homes.values(), ...[...this.stacks.values()].flat()];
  }

  private put(ownerId: string, definition: ModalView): View {
    const stack = this.stack(ownerId);
    const view = newView(ownerId, definition, stack);
    this.stacks.set(ownerId, [...stack, view]);
    this.announce(view);
    return view;
  }

  private announce(view: View): void {
    const kind = view.definition.type === 'home' ? 'home' : 'modal';
    this.changes.emit({ kind, personId: view.ownerId });
  }
}

function newView(ownerId: string, definition: ModalView | HomeView, under: View[]): View {
  const id = `V${randomId()}`;
  return {
    id,
    rootId: under[0]?.id ?? id,
    previousId: under.at(-1)?.id ?? null,
    ownerId,
    hash: newHash(),
    definition: { ...definition, blocks: withIds(definition.blocks) },
    errors: {},
  };
}

const newHash = () => `${Math.floor(Date.now() / 1000)}.${randomId()}`;
