/** Responses, ready to be written, and what is reported of them. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { RequestedBooking } from '../../operations/booking/booking-counts.ts';
import type { Bytes } from '../../operations/page/serialized-json.ts';

/**
 * The origin of a response. `stored`: from the cache. `computed`: now in the cache. `not_kept`: not cacheable.
 * `refused`: the request was refused. `streamed`: events as they come.
 */
export type ResponseOrigin = 'stored' | 'computed' | 'not_kept' | 'refused' | 'streamed';

/** What logs and metrics say of an API response. */
export interface ResponseSource {
  readonly origin: ResponseOrigin;
  /** The GraphQL operation, from a bounded set of names; null for REST, where the route says it. */
  readonly operation: string | null;
}

/** What is reported besides the status. */
export interface ResponseReport {
  /** Null: nothing but the status is known. */
  readonly source: ResponseSource | null;
  /** The stable code of a refusal; null: no refusal, or no code. */
  readonly refusal: string | null;
  /** The requested booking; null: none was requested. */
  readonly booking: RequestedBooking | null;
}

/** A body of any size. */
export interface StreamedBody {
  /** In bytes; null: not known. */
  readonly length: number | null;
  /** Opens it to be read once, and to be destroyed after. Not called for HEAD. */
  open(): Readable;
}

/** Who reads events. */
export interface EventReader {
  readonly response: ServerResponse;
  /** Writes, or disconnects a reader for whom too much waits already. Whether the connection takes more at once. */
  write(bytes: Buffer): boolean;
}

/** Events, written as they come. */
export interface EventStream {
  /** The size of the first one, in bytes. */
  readonly firstBytes: number;
  /** Called after the head is written. Ends the response when it likes. */
  begin(reader: EventReader): void;
}

export interface HttpResponse extends Partial<ResponseReport> {
  readonly status: number;
  /** Its own; the writer adds those of every response, like the rate limit. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Bytes;
  /** A body that is too large for `bytes`, which are empty then. */
  readonly stream?: StreamedBody;
  /** Events that follow the head; `bytes` are empty then. */
  readonly events?: EventStream;
  /** Whether it is a page or its asset, which no other origin may read. */
  readonly isPage?: boolean;
  /** What its operation costs, for those who get it again from the cache (F12); absent: nothing. */
  readonly cost?: number;
  /** Request headers that it depends on, in addition to those of its endpoint. */
  readonly vary?: readonly string[];
}
