type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes keys that hold undefined, so that an absent setting is absent. */
export const present = <T extends object>(settings: T): Present<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, v]) => v !== undefined)) as Present<T>;
