/** Sorted lists by filter and order, cached for the day and for the kinds of cache tags that they depend on. */
import { anyOfKind, type EpochKind } from '../../data/cache/cache-tags.ts';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { SortedKeys } from '../../domain/text/sort-order.ts';
import type { RequestContext } from '../access/request-context.ts';

/** A condition that is null selects what one that is left out does, so both name the same list. */
const withoutNulls = (_name: string, value: unknown) => value ?? undefined;

/**
 * Gets or computes a list.
 * @param list `named`: filter, order and visibility; `madeOf`: the kinds that decide what it contains and in which order;
 *   `furtherCost`: what whoever computes it is charged beyond the estimate (A9)
 */
export function getOrComputeList(
  context: RequestContext,
  { named, madeOf, furtherCost = 0 }: { named: readonly unknown[]; madeOf: readonly EpochKind[]; furtherCost?: number },
  compute: () => MaybePromise<SortedKeys>,
): MaybePromise<SortedKeys> {
  const { dependencies, lists, today } = context;
  const key = JSON.stringify(named, withoutNulls);
  // Each only grows, and so does their sum.
  const epoch = madeOf.reduce((sum, kind) => sum + dependencies.use(anyOfKind(kind)), 0);
  let isOwn = false;
  const computeOwn = () => {
    isOwn = true;
    return chain(context.charge?.(furtherCost), compute);
  };
  const get = (): MaybePromise<SortedKeys> => {
    const list = lists.getOrCompute(key, { epoch, day: today }, computeOwn);
    // Another request's computation fails at the deadline of that request, which is none of this one.
    return isOwn || !(list instanceof Promise) ? list : list.catch(get);
  };
  return get();
}
