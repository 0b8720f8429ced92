/**
 * One operation over one source, with all its subscribers (U6). Each change is executed and serialised once, and the same bytes
 * go to every socket. A subscriber that does not read is sent nothing more: when it has read, it gets what leads from the
 * state that it was sent to the newest.
 */
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import { nextTurn } from '../../data/turns.ts';
import type { Subscription } from '../../graphql/execution/subscription.ts';
import type { LiveSource } from '../../operations/live/live-source.ts';
import { databaseAway } from '../../operations/service-unavailable.ts';
import { COMPLETE, formatEvent, type StreamEvent } from './event-stream.ts';
import type { Subscriber } from './subscriber.ts';

/** The largest first event that is cached for those who come later, in bytes: there are thousands of channels. */
const MAX_KEPT_BYTES = 64_000;

/** What a stream begins with, and the state that this leads to. */
export interface FirstEvent extends StreamEvent {
  readonly state: unknown;
}

export class Channel {
  readonly source: LiveSource;
  readonly #subscription: Subscription;
  readonly #onEvent: () => void;
  readonly #onRefusal: () => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #subscribers = new Set<Subscriber>();
  #stopFollowing: (() => void) | null = null;
  /** The first event, made for a state of the source. */
  #first: { readonly madeFor: unknown; readonly event: MaybePromise<FirstEvent> } | null = null;
  #isUpdating = false;

  constructor(
    subscription: Subscription,
    {
      onEvent,
      onRefusal,
      onFailure,
    }: { onEvent: () => void; onRefusal: () => void; onFailure: (error: unknown) => void },
  ) {
    this.source = subscription.source;
    this.#subscription = subscription;
    this.#onEvent = onEvent;
    this.#onRefusal = onRefusal;
    this.#onFailure = onFailure;
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /**
   * The event that every stream begins with: the whole newest state, or the first step towards it. Those who come while it is made share
   * it, those who come later only if it is small.
   */
  first(): MaybePromise<FirstEvent> {
    const { state } = this.source;
    if (this.#first !== null && this.#first.madeFor === state) return this.#first.event;
    const event = this.#makeFirst();
    this.#first = { madeFor: state, event };
    const forget = () => {
      if (this.#first?.event === event) this.#forgetFirst();
    };
    const forgetIfLarge = ({ bytes }: FirstEvent) => {
      if (bytes.length > MAX_KEPT_BYTES) forget();
    };
    if (event instanceof Promise) event.then(forgetIfLarge, forget);
    else forgetIfLarge(event);
    return event;
  }

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    this.#stopFollowing ??= this.source.follow(() => this.#update());
    // The state may be another one since its first event was made.
    this.catchUp(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (!this.isEmpty) return;
    this.#stopFollowing?.();
    this.#stopFollowing = null;
    this.#forgetFirst();
  }

  /** Sends a subscriber the newest state if it has not got it. */
  catchUp(subscriber: Subscriber): void {
    if (this.source.hasEnded || subscriber.sent !== this.source.state) this.#update();
  }

  /**
   * Sends what could not be sent.
   * @throws the reason why it still cannot be
   */
  async retry(): Promise<void> {
    if (this.source.hasEnded || this.#isUpdating) return;
    this.#isUpdating = true;
    await this.#updateAll();
  }

  #update(): void {
    if (this.#first?.madeFor !== this.source.state) this.#forgetFirst();
    if (this.source.hasEnded) this.#endAll();
    if (this.source.hasEnded || this.#isUpdating) return;
    this.#isUpdating = true;
    this.#updateAll().catch(this.#onFailure);
  }

  /** Nobody is sent anything after that. */
  #endAll(): void {
    for (const subscriber of this.#subscribers) subscriber.end(COMPLETE);
  }

  /** Sends the newest state to all who have not got it and can take it, in as many steps as there are. */
  async #updateAll(): Promise<void> {
    try {
      for (;;) {
        const behind = this.#subscribersBehind();
        if (behind.size === 0) return;
        for (const [sent, subscribers] of behind) {
          await nextTurn();
          await this.#send(sent, subscribers);
        }
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  /** Subscribers that can read, by the state that they were sent. */
  #subscribersBehind(): Map<unknown, Subscriber[]> {
    const { state } = this.source;
    const behind = new Map<unknown, Subscriber[]>();
    for (const subscriber of this.#subscribers) {
      if (!subscriber.canRead || subscriber.sent === state) continue;
      const alike = behind.get(subscriber.sent);
      if (alike) alike.push(subscriber);
      else behind.set(subscriber.sent, [subscriber]);
    }
    return behind;
  }

  async #send(sent: unknown, subscribers: readonly Subscriber[]): Promise<void> {
    const { state, changes } = await this.source.stepFrom(sent);
    const event = changes === null ? null : await this.#format(changes);
    for (const subscriber of subscribers) {
      if (!this.#subscribers.has(subscriber) || !subscriber.canRead) continue;
      subscriber.sent = state;
      if (event === null) continue;
      if (event.isRefusal) subscriber.end(event.bytes);
      else subscriber.write(event.bytes);
      this.#onEvent();
    }
  }

  #makeFirst(): MaybePromise<FirstEvent> {
    return chain(this.source.stepFrom(null), ({ state, changes }) =>
      chain(this.#format(changes), (event) => ({ state, ...event })),
    );
  }

  #forgetFirst(): void {
    this.#first = null;
  }

  #format(change: unknown): MaybePromise<StreamEvent> {
    return chain(this.#subscription.execute(change), (result) => {
      // Subscribers are sent a state once: if they were sent the error, they would never get what is in it.
      const failure = result.errors?.find(({ extensions }) => extensions.code === 'SERVICE_UNAVAILABLE');
      if (failure) throw databaseAway(failure);
      const event = formatEvent(result);
      if (event.isRefusal) this.#onRefusal();
      return event;
    });
  }
}
