/**
 * A route of the REST interface as data: where it is, who may use it, how a request becomes the variables of a stored
 * GraphQL document, and how the document's result becomes the answer. Nothing in it is asynchronous and nothing decides
 * about stays; that is what the document asks the schema for.
 */
import type { Day } from '../domain/civil-date.ts';
import type { Locale } from '../domain/locale.ts';
import type { InputProblem } from '../operations/input-problem.ts';
import type { RestAnswer } from './answer.ts';
import type { Parameters } from './parameters.ts';

export interface RestRoute<Result = unknown> {
  readonly method: 'GET' | 'POST';
  /** Below `/api`, for example `/v1/price`. */
  readonly path: string;
  readonly scope: 'read' | 'book';
  readonly summary: string;
  readonly description: string;
  /** In the order of the reference page; empty when there are none. */
  readonly parameters: Parameters;
  /** Whether the answer holds localized content, and so `Content-Language`. */
  readonly isLocalized: boolean;
  /**
   * One operation with one root field under the alias `result`. Localized texts are selected with `...Text`, which holds
   * just the locales that the answer includes.
   */
  readonly document: string;
  /** The variables of the document, or all that is wrong with the request, under the names that the caller used. */
  read(request: RestRequest): { readonly variables: Record<string, unknown> } | { readonly problems: InputProblem[] };
  /** The answer that carries a result; failures never come here. */
  answer(result: Result, locales: readonly Locale[]): RestAnswer;
  /** A canonical path of an input problem under the name that the caller used. */
  nameOf(canonicalPath: string): string;
}

/** What a route may look at. */
export interface RestRequest {
  /** As parsed: a repeated parameter is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** As parsed from JSON; undefined without a body. */
  readonly body: unknown;
  readonly acceptLanguage: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly today: Day;
}
