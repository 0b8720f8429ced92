/**
 * Values that are there at once or come later. What a process keeps is there at once; a request that finds everything kept is
 * answered without waiting in between, which is several times as fast as waiting for what is there already.
 */

/** A value, or the promise of it. */
export type Soon<T> = T | Promise<T>;

/** What `use` makes of a value: at once if the value is there. */
export function when<T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** All values, in their order: at once if all of them are there. */
export function all<T>(values: readonly Soon<T>[]): Soon<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
