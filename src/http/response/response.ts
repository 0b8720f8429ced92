/** Responses, whole and ready to be written, and what is reported of them. */

/**
 * How an answer came about. `stored`: it was cached; `computed`: it was made and is cached from now on; `not_kept`: it was made
 * for this one request; `refused`: the request was.
 */
export type ResponseOrigin = 'stored' | 'computed' | 'not_kept' | 'refused';

/** What logs and metrics say of an answer of the APIs. */
export interface ResponseSource {
  readonly origin: ResponseOrigin;
  /** One of a bounded number of names for what was asked of GraphQL; null for REST, where the route says it. */
  readonly operation: string | null;
}

/** What is reported of a response beside its status. */
export interface ResponseReport {
  /** Null: nothing is known of the answer but its status. */
  readonly source: ResponseSource | null;
  /** The stable code of a refusal; null: it was none, or nobody says. */
  readonly refusal: string | null;
  /** What has become of the booking that was asked for, as it was counted; null: none was asked for. */
  readonly booking: string | null;
}

/** A response as it is sent, with what it reports. */
export interface HttpResponse extends Partial<ResponseReport> {
  readonly status: number;
  /** Its own; those of every response, like the rate limit, come on top. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Whether it is a page or a part of one, which no page of another origin may read. */
  readonly isPage?: boolean;
  /** Headers of the request that it was chosen by, beside those of its endpoint. */
  readonly vary?: readonly string[];
}

/** What is said of an answer; `operation` is one of a bounded number. */
export function responseSource(origin: ResponseOrigin, operation: string | null = null): ResponseSource {
  return { origin, operation };
}
