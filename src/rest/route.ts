/**
 * A REST route as data: its path, its scope, how a request becomes the variables of a stored GraphQL document, and how
 * the result becomes the answer. A route is synchronous and contains no rules of stays; those are behind the schema.
 */
import type { z } from 'zod';
import type { Scope } from '../data/generated/prisma/enums.ts';
import type { WordedProblem } from '../domain/problem/input-problem.ts';
import type { Locale } from '../domain/text/locale.ts';
import type { Listed, SerializedJson } from '../operations/page/serialized-json.ts';
import type { ProblemFragment, TypedDocumentString } from './generated/operations.ts';
import type { JsonObject } from './openapi/json-schema.ts';
import type { Parameters } from './parameters.ts';
import type { RestRequest } from './rest-request.ts';
import type { RestResponse } from './rest-response.ts';

export interface RestRoute<Data = never, Variables extends Record<string, unknown> = Record<string, unknown>> {
  readonly method: 'GET' | 'POST';
  /** Below `/api`, for example `/v1/price`; path parameters are in braces: `/v2/hotels/{hotelId}`. */
  readonly path: string;
  /** The key needs one of these. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly summary: string;
  readonly description: string;
  /** In the order of the reference page. */
  readonly parameters: Parameters;
  /** Whether the answer is localized, and has `Content-Language`. */
  readonly isLocalized: boolean;
  /**
   * One operation, from the `.graphql` file beside the route. The alias `result` marks the root field that the route is
   * about; others may accompany it. Localized texts are selected by `...Text`, which contains just the locales of the
   * answer.
   */
  readonly document: { toString(): string };
  /** Further documents that `answer` may run, with the records of what they list; also validated at the start. */
  readonly furtherDocuments?: readonly Pick<RestRoute, 'document' | 'toRecord'>[];
  /** The variables of the document, or all problems of the request, under the caller's names. */
  read(request: RestRequest): ReadRequest<Variables> | ReadProblems;
  /** The record of a node, if `document` lists nodes: `answer` gets its JSON. */
  readonly toRecord?: ToRecord;
  /** The answer for a successful result. `ask` runs one of `furtherDocuments`. */
  answer(data: Data, locales: readonly Locale[], ask: AskDocument): RestResponse | Promise<RestResponse>;
  /** How large its answers may be, in bytes, where its documented pages need more than other answers may have (A2). */
  readonly maxAnswerBytes?: number;
  /** How long a long poll may wait for an answer that is not empty, in seconds; absent: the route has none. */
  readonly pollSeconds?: (request: Pick<RestRequest, 'query'>) => number;
  /** The caller's name for the canonical path of an input problem. */
  nameOf(canonicalPath: string): string;
}

/** What a document is asked. */
export interface ReadRequest<Variables = Record<string, unknown>> {
  readonly variables: Variables;
}

/** Why a request cannot be asked. */
export interface ReadProblems {
  readonly problems: WordedProblem[];
  /** The fields of the booking that was asked for, under canonical names; absent: of another request. */
  readonly booking?: Readonly<Record<string, unknown>>;
}

/** The record that shows a node, with texts in these locales. */
export type ToRecord<Node = never> = (node: Node, locales: readonly Locale[]) => unknown;

/** Runs a document in the context of the request. Its failure fails the whole request, so no field is null that fails alone (F9). */
export type AskDocument = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) => Promise<Success<Data>>;

/** A route with its part of the reference. */
export interface DocumentedRoute<Data = never, Variables extends Record<string, unknown> = Record<string, unknown>>
  extends RestRoute<Data, Variables> {
  readonly reference: RouteReference;
}

/** A route with the types of its document's variables and result; `Missing`: what a look-up answers that finds nothing. */
export type RouteOf<Document, Missing = never> =
  Document extends TypedDocumentString<infer Data, infer Variables extends Record<string, unknown>>
    ? DocumentedRoute<Success<Data, Missing>, Variables> & { readonly document: Document }
    : never;

/** A route that answers with a page, with the types of its document's variables, nodes and result. */
export type PageRouteOf<Document> =
  Document extends TypedDocumentString<infer Data, infer Variables extends Record<string, unknown>>
    ? DocumentedRoute<WithRecords<Success<Data>>, Variables> & {
        readonly document: Document;
        readonly toRecord: ToRecord<NodeOf<Success<Data>>>;
      }
    : never;

type NodeOf<Data> = Data extends { readonly result: { readonly nodes: readonly (infer Node extends Listed)[] } }
  ? Node
  : never;
type WithRecords<Data> = Data extends { readonly result: infer Result }
  ? Omit<Data, 'result'> & {
      readonly result: Omit<Result, 'nodes'> & { readonly nodes: readonly SerializedJson[] };
    }
  : never;

/** The result without the typed problems. No field that fails alone (F9) is null in it. */
type Success<Data, Missing = never> = {
  readonly [Field in keyof Data]:
    | NonNullable<Exclude<Data[Field], ProblemFragment>>
    | (Field extends 'result' ? Missing : never);
};

/** What the reference cannot derive from the route. */
export interface RouteReference {
  /** In generated clients. */
  readonly operationId: string;
  /** The description of a success. */
  readonly success: string;
  readonly body: z.ZodType;
  /** Additional headers of a success. */
  readonly headers?: Readonly<Record<string, JsonObject>>;
  /** If a success has an unusual one. */
  readonly cacheControl?: string;
  /** A success of the demo catalogue, with its request. */
  readonly example: RouteExample;
  /** Refusals with a special meaning here, by status. */
  readonly refusals?: Readonly<Record<number, string>>;
  readonly request?: { readonly schema: z.ZodType; readonly examples: Readonly<Record<string, RequestExample>> };
}

/** An answer of the demo catalogue. */
export interface RouteExample {
  /** Path and query. */
  readonly address: string;
  readonly acceptLanguage?: string;
  readonly body: unknown;
}

/** A request body for the demo catalogue; the reference shifts its stay into the bookable range. */
export interface RequestExample {
  readonly summary: string;
  readonly value: JsonObject & { readonly date_from: string; readonly date_to: string };
}

/** Whether an address below `/api` matches the route. */
export function isAddressOf(route: Pick<RestRoute, 'path'>, address: string): boolean {
  const wanted = route.path.split('/');
  const asked = address.split('/');
  return (
    wanted.length === asked.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : asked[index] === segment))
  );
}
