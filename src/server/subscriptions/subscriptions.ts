/**
 * The open subscriptions of the process (U6): who may begin one, the streams, and how they end. It has one timer for all of
 * them and nothing of a framework per stream: five thousand fit into one process.
 */
import { GraphQLError } from 'graphql';
import { KEYS } from '../../data/cache/cache-tags.ts';
import { type Epochs, onRaiseOf } from '../../data/cache/epochs.ts';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import { PacedRun } from '../../data/coalesced-runs.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { Clock, Scheduler } from '../../domain/time/clock.ts';
import type { Operation } from '../../graphql/execution/operation.ts';
import type { Subscription } from '../../graphql/execution/subscription.ts';
import { holderOf } from '../../http/limits/rate-limit.ts';
import type { EventReader, HttpResponse, ResponseSource } from '../../http/response/response.ts';
import type { LimitCounts } from '../../operations/limit-counts.ts';
import { Channel, type FirstEvent } from './channel.ts';
import { COMPLETE, EVENT_STREAM_HEADERS, formatHandover } from './event-stream.ts';
import { Subscriber } from './subscriber.ts';

/** Open subscriptions of one key, of a publishable one for each address (S7). */
export const MAX_PER_KEY = 100;
/** Ticks between two heartbeats of a stream. */
const HEARTBEAT_TICKS = 15;
const TICK_MS = 1_000;
/** The least time between two checks of all keys, or two tries to send what could not be sent, in milliseconds. */
const REST_MS = 250;
/** How soon a failed one is repeated, in milliseconds. */
const RETRY_MS = 1_000;
/** When clients of a draining process come back, in milliseconds, so that they do not all come at once. */
const FIRST_RETRY_MS = 1_000;
const RETRY_STEP_MS = 200;
const RETRY_AFTER_SECONDS = 5;

/** The client of a request, for as long as its connection lasts. */
export interface Client {
  /** The address as the limits count it (A1); empty when the connection is gone. */
  readonly address: string;
  /** Looks its key up again; null: no longer accepted. */
  authenticate(): MaybePromise<Caller | null>;
  /** Whether the connection is gone. */
  hasLeft(): boolean;
  /** Calls `run` when the response has ended, or the connection. */
  onEnd(run: () => void): void;
}

export interface SubscriptionsParts {
  readonly max: number;
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly limits: LimitCounts;
  readonly onFailure: (error: unknown) => void;
}

/** The subscriptions of one key, or of one address with a publishable key. */
export interface OpenKey {
  readonly holder: string;
  /** As the key was looked up last: when it expires may have changed since. */
  caller: Caller;
  readonly client: Client;
  readonly subscribers: Set<Subscriber>;
  /** How many were admitted, including those that have not begun yet. */
  admitted: number;
  /** Whether its holder may not read on as `caller`. */
  hasEnded: boolean;
}

interface Stream {
  readonly key: OpenKey;
  readonly subscriber: Subscriber;
  readonly channel: Channel;
  /** Forgets the channel. */
  readonly forget: () => void;
}

export class Subscriptions {
  readonly #parts: SubscriptionsParts;
  readonly #keys = new Map<string, OpenKey>();
  readonly #channels = new WeakMap<Operation, Map<string, Channel>>();
  /** Channels that could not send something. */
  readonly #failed = new Set<Channel>();
  readonly #retries: PacedRun;
  readonly #keyCheck: PacedRun;
  readonly #stopListening: () => void;
  #admitted = 0;
  #begun = 0;
  #events = 0;
  #ticks = 0;
  #stopTicking: (() => void) | null = null;
  #isDraining = false;

  constructor(parts: SubscriptionsParts) {
    const { epochs, schedule, onFailure } = parts;
    this.#parts = parts;
    const pace = { schedule, onFailure, restMs: REST_MS, retryMs: RETRY_MS };
    this.#keyCheck = new PacedRun(() => this.#checkKeys(), pace);
    this.#retries = new PacedRun(() => this.#retryFailed(), pace);
    this.#stopListening = onRaiseOf(epochs, KEYS, () => this.#keyCheck.wake());
  }

  stats(): { readonly open: number; readonly events: number } {
    return { open: this.#admitted, events: this.#events };
  }

  /**
   * Takes a place, which is free again when the client's response has ended.
   * @throws GraphQLError SERVICE_UNAVAILABLE if there is none
   */
  admit(caller: Caller, client: Client): OpenKey {
    const { max, schedule } = this.#parts;
    const holder = holderOf(caller, client.address);
    if (this.#isDraining) throw unavailable('The process is stopping; subscribe again at another one.');
    if (this.#admitted >= max) throw this.#refuse(`The process has ${max} subscriptions, which are the most.`);
    const key = this.#keys.get(holder) ?? {
      ...{ holder, caller, client, subscribers: new Set(), admitted: 0, hasEnded: false },
    };
    if (key.admitted >= MAX_PER_KEY) {
      throw this.#refuse(`The API key has ${MAX_PER_KEY} open subscriptions, which are the most.`);
    }
    key.admitted++;
    this.#admitted++;
    this.#keys.set(holder, key);
    client.onEnd(() => {
      key.admitted--;
      this.#admitted--;
      if (key.admitted === 0) this.#forget(key);
    });
    this.#stopTicking ??= schedule(() => this.#tick(), TICK_MS);
    return key;
  }

  #refuse(message: string): GraphQLError {
    this.#parts.limits.add('subscriptions');
    return unavailable(message);
  }

  /** The stream of a subscription that was admitted. */
  async respond(key: OpenKey, client: Client, subscription: Subscription): Promise<HttpResponse> {
    // The key may have been revoked since it was looked up.
    await this.#check(key, client);
    const { channel, forget } = this.#channelOf(subscription);
    const first = await Promise.resolve(channel.first()).catch((error) => {
      if (channel.isEmpty) forget();
      throw error;
    });
    const subscriber = new Subscriber({ sent: first.state, beat: this.#begun++ % HEARTBEAT_TICKS });
    const stream = { key, subscriber, channel, forget };
    leaveAtEnd(client, stream);
    const begin = (reader: EventReader) => this.#begin(reader, stream, first);
    const source: ResponseSource = { origin: 'streamed', operation: subscription.operation.label };
    const events = { firstBytes: first.bytes.length, begin };
    return { status: 200, headers: EVENT_STREAM_HEADERS, bytes: NO_BYTES, events, source };
  }

  #begin(reader: EventReader, { key, subscriber, channel }: Stream, { bytes, isRefusal }: FirstEvent): void {
    if (reader.response.destroyed) return;
    subscriber.begin(reader, channel);
    key.subscribers.add(subscriber);
    if (key.hasEnded) this.#end(key, subscriber, COMPLETE);
    else if (this.#isDraining) this.#handOver(key, subscriber);
    else if (isRefusal) this.#end(key, subscriber, bytes);
    else {
      subscriber.write(bytes);
      this.#events++;
      channel.join(subscriber);
    }
  }

  /** Ends all streams so that their clients subscribe elsewhere, and begins no more. */
  drain(): void {
    this.#isDraining = true;
    this.#stopListening();
    this.#stopTicking?.();
    for (const key of this.#keys.values()) {
      for (const subscriber of key.subscribers) this.#handOver(key, subscriber);
    }
  }

  #channelOf(subscription: Subscription): { channel: Channel; forget: () => void } {
    const { source, operation, variables, languages } = subscription;
    const channels = this.#channels.get(operation) ?? new Map<string, Channel>();
    this.#channels.set(operation, channels);
    const name = `${source.key} ${languages} ${JSON.stringify(variables)}`;
    const known = channels.get(name);
    const { limits } = this.#parts;
    const onRefusal = () => limits.add('answer_size');
    const onFailure = (error: unknown) => {
      this.#failed.add(channel);
      this.#retries.wake();
      this.#parts.onFailure(error);
    };
    const channel =
      known?.source === source
        ? known
        : new Channel(subscription, { onEvent: () => this.#events++, onRefusal, onFailure });
    channels.set(name, channel);
    const forget = () => {
      if (channels.get(name) === channel) channels.delete(name);
    };
    return { channel, forget };
  }

  #end(key: OpenKey, subscriber: Subscriber, bytes: Buffer): void {
    key.subscribers.delete(subscriber);
    subscriber.end(bytes);
  }

  #handOver(key: OpenKey, subscriber: Subscriber): void {
    this.#end(key, subscriber, formatHandover(FIRST_RETRY_MS + subscriber.beat * RETRY_STEP_MS));
  }

  #endAll(key: OpenKey): void {
    key.hasEnded = true;
    this.#forget(key);
    for (const subscriber of key.subscribers) this.#end(key, subscriber, COMPLETE);
  }

  #forget(key: OpenKey): void {
    if (this.#keys.get(key.holder) === key) this.#keys.delete(key.holder);
  }

  /** Retries one channel after the other, until one fails: a database that is away fails all of them. */
  async #retryFailed(): Promise<void> {
    for (const channel of [...this.#failed]) {
      this.#failed.delete(channel);
      try {
        await channel.retry();
      } catch (error) {
        // It is the last one now, so that it does not keep the others from theirs if it fails for a reason of its own.
        this.#failed.add(channel);
        throw error;
      }
    }
  }

  async #checkKeys(): Promise<void> {
    for (const key of [...this.#keys.values()]) await this.#check(key, key.client);
  }

  /** Ends the streams of a key that is no longer accepted, or no longer lets its holder see and do what it did. */
  async #check(key: OpenKey, client: Client): Promise<void> {
    const caller = await client.authenticate();
    if (caller?.visibilityKey === key.caller.visibilityKey) key.caller = caller;
    else this.#endAll(key);
  }

  #tick(): void {
    this.#stopTicking = this.#admitted > 0 ? this.#parts.schedule(() => this.#tick(), TICK_MS) : null;
    const now = this.#parts.clock.now();
    const beat = ++this.#ticks % HEARTBEAT_TICKS;
    for (const key of [...this.#keys.values()]) {
      const { expiresAtMs } = key.caller;
      if (expiresAtMs !== null && now >= expiresAtMs) this.#endAll(key);
      for (const subscriber of key.subscribers) if (subscriber.beat === beat) subscriber.sendHeartbeat();
    }
  }
}

/** It is a function of its own because a closure keeps all that others of its function use: here the first event, for as long as the stream lasts. */
function leaveAtEnd(client: Client, { key, subscriber, channel, forget }: Stream): void {
  client.onEnd(() => {
    key.subscribers.delete(subscriber);
    channel.leave(subscriber);
    if (channel.isEmpty) forget();
  });
}

const NO_BYTES = Buffer.alloc(0);

function unavailable(message: string): GraphQLError {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return new GraphQLError(message, { extensions: { code: 'SERVICE_UNAVAILABLE', http: { status: 503, headers } } });
}
