/**
 * Values that are available now or later. Cached values are available at once; a request that finds everything cached runs
 * without awaiting, which is several times as fast as awaiting settled promises.
 */

export type MaybePromise<T> = T | Promise<T>;

/** Applies `use`, at once if the value is available. */
export function chain<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** All values in order, at once if all are available. */
export function chainAll<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[]);
}
