/**
 * Says in the log when mails or webhooks fail (S18), by the codes of what came of the tries, and when they arrive again: at once, then once a
 * minute at most for each kind. Nothing names a person or a receiver; the deliveries themselves have the rest.
 */
import type { Scheduler } from '../../domain/time/clock.ts';
import type { DeliveryObserver } from '../../operations/delivery/delivery-worker.ts';
import type { Logger } from './log.ts';

const EVERY_MS = 60_000;

/** What came of the tries of a kind since the last line. */
interface Tries {
  done: number;
  /** How many failed with each outcome. */
  failed: Record<string, number>;
  cancel: () => void;
}

export interface DeliveryLog {
  readonly tried: DeliveryObserver;
  stop(): void;
}

export function logDeliveries(log: Pick<Logger, 'info' | 'warn'>, schedule: Scheduler): DeliveryLog {
  /** Kinds that have failed, until a minute without. */
  const failing = new Map<string, Tries>();

  /** Counts the next minute, and then says what it was like. */
  function watch(kind: string): void {
    const look = () => {
      if (Object.keys(tries.failed).length > 0) {
        warn(kind, tries.failed);
        watch(kind);
      } else if (tries.done > 0) {
        failing.delete(kind);
        log.info({ kind }, 'deliveries arrive again');
      } else tries.cancel = schedule(look, EVERY_MS);
    };
    const tries: Tries = { done: 0, failed: {}, cancel: schedule(look, EVERY_MS) };
    failing.set(kind, tries);
  }

  function warn(kind: string, failed: Tries['failed']): void {
    log.warn({ kind, failed }, 'deliveries fail');
  }

  return {
    tried({ kind, result, outcome }) {
      const tries = failing.get(kind);
      if (result === 'done') {
        if (tries) tries.done++;
      } else if (tries) tries.failed[outcome] = (tries.failed[outcome] ?? 0) + 1;
      else {
        warn(kind, { [outcome]: 1 });
        watch(kind);
      }
    },
    stop() {
      for (const { cancel } of failing.values()) cancel();
    },
  };
}
