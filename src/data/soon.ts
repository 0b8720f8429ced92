/**
 * Values that are available now or later. Cached values are available at once; a request that finds everything cached runs
 * without awaiting, which is several times as fast as awaiting settled promises.
 */

export type Soon<T> = T | Promise<T>;

/** Applies `use`, at once if the value is available. */
export function when<T, R>(value: Soon<T>, use: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** All values in order, at once if all are available. */
export function all<T>(values: readonly Soon<T>[]): Soon<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
