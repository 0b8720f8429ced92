/** Who did something, as histories call it (M8, M14): by the name of an API key at that time, or by one of these words. */

/** A guest, by a publishable key, whose name says nothing about who used it. */
export const GUEST = 'GUEST';
/** The gateway itself. */
export const SERVICE = 'SERVICE';
/** Whoever works at the server. */
export const COMMAND_LINE = 'COMMAND_LINE';

/** Whether a name is one of these words, so that no key may have it: the history could not tell who it was. */
export function isWordOfHistory(name: string): boolean {
  return [GUEST, SERVICE, COMMAND_LINE].includes(name.trim());
}

/** Whoever does something with an API key; keys are not publishable unless that is said. */
export interface Actor {
  /** Name of the key. */
  readonly name: string;
  readonly isPublishable?: boolean;
}

export function actorName({ name, isPublishable = false }: Actor): string {
  return isPublishable ? GUEST : name;
}

/** The name of the actor of a recorded event. Events of before have none: their client stands for it, which is null for the service. */
export function recordedActor(event: {
  readonly by: string | null;
  readonly isPublic: boolean;
  readonly clientName: string | null;
}): string {
  return event.by ?? (event.isPublic ? GUEST : (event.clientName ?? SERVICE));
}

/** Who called the booking off by a recorded event; null: it is no cancellation. Those of before do not say it: it was the guest. */
export function recordedCanceller(event: {
  readonly type: string;
  readonly cancelledBy: 'GUEST' | 'HOTEL' | null;
}): 'GUEST' | 'HOTEL' | null {
  return event.type === 'CANCELLED' ? (event.cancelledBy ?? GUEST) : null;
}
