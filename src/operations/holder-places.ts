/**
 * Places of holders (A9): of one holder, which is a key or an address of a publishable one, at most four operations run at the same time
 * in a process. Further ones wait in their turn, so whoever asks for much delays itself and nobody else. What is answered from memory
 * is done at once and takes no place.
 */
import { chain, type MaybePromise } from '../data/cache/maybe-promise.ts';
import { nextTurn } from '../data/turns.ts';
import type { RequestContext } from './access/request-context.ts';
import { atDeadline, refusalIfExpired } from './deadline.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

/** Operations of a holder at the same time. */
export const PLACES = 4;
/** Operations of a holder that wait. */
export const MOST_WAITING = 256;

type Asking = Pick<RequestContext, 'caller' | 'network' | 'deadline' | 'hasLeft' | 'waits' | 'services'>;

interface Waiting {
  readonly asking: Asking;
  /** Runs the operation, or refuses it; ends when it has. */
  run(refusal: Error | null): MaybePromise<void>;
}

interface Holder {
  running: number;
  readonly waiting: Waiting[];
}

export class HolderPlaces {
  readonly #holders = new Map<string, Holder>();

  /**
   * Runs an operation as soon as its holder has a place. While it waits it keeps its deadline, and it does not run if its client has left
   * meanwhile.
   * @throws ServiceUnavailable when too many wait already, or at the deadline if it still waits
   */
  run<T>(asking: Asking, operation: () => MaybePromise<T>): MaybePromise<T> {
    const name = holderName(asking);
    const holder = this.#holders.get(name);
    if (holder !== undefined && holder.running >= PLACES) return this.#wait(holder, asking, operation);
    const result = operation();
    if (result instanceof Promise) this.#occupy(name, holder ?? { running: 0, waiting: [] }, result);
    return result;
  }

  /** How many holders have operations that run or wait. */
  get size(): number {
    return this.#holders.size;
  }

  #wait<T>(holder: Holder, asking: Asking, operation: () => MaybePromise<T>): Promise<T> {
    asking.services.limits.add('concurrency');
    asking.waits?.();
    if (holder.waiting.length >= MOST_WAITING) dropExpired(holder);
    if (holder.waiting.length >= MOST_WAITING) throw tooManyWait();
    return new Promise((resolve, reject) => {
      let forget = () => {};
      const waiting: Waiting = {
        asking,
        run(refusal) {
          forget();
          if (refusal) return reject(refusal);
          try {
            const result = operation();
            resolve(result);
            return chain(result, () => {});
          } catch (error) {
            reject(error);
          }
        },
      };
      holder.waiting.push(waiting);
      if (asking.deadline === null) return;
      forget = atDeadline(asking.deadline, (refusal) => {
        const at = holder.waiting.indexOf(waiting);
        // One that no longer waits has its place already.
        if (at >= 0) holder.waiting.splice(at, 1)[0]?.run(refusal);
      });
    });
  }

  #occupy(name: string, holder: Holder, running: Promise<unknown>): void {
    holder.running++;
    this.#holders.set(name, holder);
    const leave = () => {
      holder.running--;
      this.#admit(name, holder);
    };
    running.then(leave, leave);
  }

  /** Gives the free place to who has waited longest. */
  #admit(name: string, holder: Holder): void {
    const next = holder.waiting.shift();
    if (next === undefined) {
      if (holder.running === 0) this.#holders.delete(name);
      return;
    }
    // It has its place from here on, and begins in a turn of its own: many that are answered from memory may wait.
    this.#occupy(
      name,
      holder,
      nextTurn().then(() => next.run(refusalOf(next.asking))),
    );
  }
}

/** What tells holders apart. */
export function holderName({ caller, network }: Pick<Asking, 'caller' | 'network'>): string {
  return network == null ? caller.apiKeyId : `${caller.apiKeyId} ${network}`;
}

/** Why an operation that has waited must not run any more; null: it may. */
function refusalOf(asking: Asking): Error | null {
  return asking.hasLeft?.() ? tooManyWait() : refusalIfExpired(asking);
}

function dropExpired(holder: Holder): void {
  const [waiting, over] = [[] as Waiting[], [] as [Waiting, Error][]];
  for (const one of holder.waiting) {
    const refusal = refusalOf(one.asking);
    if (refusal) over.push([one, refusal]);
    else waiting.push(one);
  }
  holder.waiting.splice(0, holder.waiting.length, ...waiting);
  for (const [one, refusal] of over) one.run(refusal);
}

function tooManyWait(): ServiceUnavailable {
  const message = 'Too many operations of this key are running or waiting; send fewer at a time, or try again.';
  return new ServiceUnavailable(message);
}
