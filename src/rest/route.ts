/**
 * A route of the REST interface as data: where it is, who may use it, how a request becomes the variables of a stored
 * GraphQL document, and how the document's result becomes the answer. Nothing in it is asynchronous and nothing decides
 * about stays; that is what the document asks the schema for.
 */
import type { z } from 'zod';
import type { Languages, Locale } from '../domain/text/locale.ts';
import type { Day } from '../domain/time/civil-date.ts';
import type { InputProblem } from '../operations/input-problem.ts';
import type { CursorSigner } from '../operations/search/cursors.ts';
import type { ProblemFragment, TypedDocumentString } from './generated/operations.ts';
import type { RestResponse } from './http/rest-response.ts';
import type { JsonObject } from './openapi/json-schema.ts';
import type { Parameters } from './parameters.ts';

export interface RestRoute<Data = never, Variables extends Record<string, unknown> = Record<string, unknown>> {
  readonly method: 'GET' | 'POST';
  /** Below `/api`, for example `/v1/price`; a parameter of the address stands in braces: `/v2/hotels/{hotelId}`. */
  readonly path: string;
  readonly scope: 'read' | 'book';
  readonly summary: string;
  readonly description: string;
  /** In the order of the reference page; empty when there are none. */
  readonly parameters: Parameters;
  /** Whether the answer holds localized content, and so `Content-Language`. */
  readonly isLocalized: boolean;
  /**
   * One operation, from the `.graphql` file beside the route. Its root field under the alias `result` is what the route is
   * about; others may stand beside it. Localized texts are selected with `...Text`, which holds just the locales that the
   * answer includes.
   */
  readonly document: { toString(): string };
  /** Documents that `answer` runs besides; they are checked when the application starts, too. */
  readonly furtherDocuments?: readonly { toString(): string }[];
  /** The variables of the document, or all that is wrong with the request, under the names that the caller used. */
  read(request: RestRequest): { readonly variables: Variables } | { readonly problems: InputProblem[] };
  /** The answer that carries what the document found; failures never come here. `ask` runs one of `furtherDocuments`. */
  answer(data: Data, locales: readonly Locale[], ask: AskDocument): RestResponse | Promise<RestResponse>;
  /** A canonical path of an input problem under the name that the caller used. */
  nameOf(canonicalPath: string): string;
}

/** Runs a document in the context of the request. When it fails, the whole request fails as its own document would. */
export type AskDocument = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** A route with what the reference says of it beyond what the route itself says. */
export interface DocumentedRoute<Data = never, Variables extends Record<string, unknown> = Record<string, unknown>>
  extends RestRoute<Data, Variables> {
  readonly reference: RouteReference;
}

/** The route of a document: its variables and its answer have the types of that document. */
export type RouteOf<Document> =
  Document extends TypedDocumentString<infer Data, infer Variables extends Record<string, unknown>>
    ? DocumentedRoute<Success<Data>, Variables> & { readonly document: Document }
    : never;

/** What a document finds where nothing went wrong. */
type Success<Data> = { readonly [Field in keyof Data]: Exclude<Data[Field], ProblemFragment> };

/** What of a route cannot be told from how it reads its requests. */
export interface RouteReference {
  /** The name of the operation in clients. */
  readonly operationId: string;
  /** What a success means. */
  readonly success: string;
  /** The body of a success. */
  readonly body: z.ZodType;
  /** Headers of a success beside those that all have. */
  readonly headers?: Readonly<Record<string, JsonObject>>;
  /** Where a success has another than the usual. */
  readonly cacheControl?: string;
  /** A success of the demo catalogue, and what was asked. */
  readonly example: RouteExample;
  /** Refusals that have a meaning of their own here, by status. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** The body of the request. `examples` is a part of a media type object; it takes a function that moves dates. */
  readonly request?: { readonly schema: z.ZodType; examples(moved: (date: string) => string): JsonObject };
}

/** An answer that was given. */
export interface RouteExample {
  /** With its query. */
  readonly address: string;
  readonly acceptLanguage?: string;
  readonly body: unknown;
}

/** Whether an address below `/api` is one of the route's. */
export function isAddressOf(route: Pick<RestRoute, 'path'>, address: string): boolean {
  const wanted = route.path.split('/');
  const asked = address.split('/');
  return (
    wanted.length === asked.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : asked[index] === segment))
  );
}

/** What a route may look at. */
export interface RestRequest {
  /** As parsed: a repeated parameter is a list. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Parameters of the address. */
  readonly path: Readonly<Record<string, string>>;
  /** As parsed from JSON; undefined without a body. */
  readonly body: unknown;
  readonly languages: Languages;
  readonly idempotencyKey: string | undefined;
  readonly today: Day;
  readonly cursors: CursorSigner;
}
