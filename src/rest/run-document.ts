/**
 * Runs the stored document of a route and turns its outcome into an answer: a typed problem has the status of its declaration
 * (`domain/problem/refusals.ts`), an error that of its code (I3, I4, I7). Documents are validated against the
 * schema before the first request; an invalid one stops the start.
 */
import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  validate,
  visit,
} from 'graphql';
import type { WordedProblem } from '../domain/problem/input-problem.ts';
import { codesOfKind, kindOfType } from '../domain/problem/refusal.ts';
import { REFUSALS } from '../domain/problem/refusals.ts';
import type { Locale } from '../domain/text/locale.ts';
import { PreparedDocument } from '../graphql/execution/documents.ts';
import { codeOfError } from '../graphql/execution/errors.ts';
import { chargedOnce } from '../graphql/execution/executor.ts';
import type { Operation } from '../graphql/execution/operation.ts';
import { localeName } from '../graphql/schema/locale-names.ts';
import type { RequestContext } from '../operations/access/request-context.ts';
import { type Listed, serializeListed } from '../operations/page/serialized-json.ts';
import type { ProblemFragment } from './generated/operations.ts';
import { inNamesOfCaller } from './parameters.ts';
import { cursorGone, failure, invalid, type RestResponse } from './rest-response.ts';
import type { AskDocument, ReadRequest, RestRoute } from './route.ts';
import type { RestRuntime } from './runtime.ts';

/** What a typed result may be instead of a success. */
interface Problem {
  readonly __typename: ProblemFragment['__typename'];
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly WordedProblem[];
  readonly retryAfterSeconds?: number;
  readonly most?: number;
}

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  CURSOR_GONE: 410,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** The status of a failure by its stable code; an unknown code is a server defect. */
export function statusOfCode(code: string): number {
  return STATUS_OF_ERROR[code] ?? 500;
}

/** A document, ready to run with any set of locales. */
export interface StoredDocument {
  run(request: DocumentRequest): Promise<RestResponse>;
}

export interface DocumentRequest extends ReadRequest {
  /** Called with the cost of an operation before it runs (F12), and may refuse it by throwing; null: it is not limited. */
  readonly spend: ((cost: number) => Promise<void>) | null;
  /** Counts what it costs beyond that, even if less is left (F12); null: it is not limited. */
  readonly charge: RequestContext['charge'];
  readonly locales: readonly Locale[];
  readonly context: RequestContext;
  /** Called with failures that are not the caller's fault. */
  report(error: unknown): void;
}

/** @throws Error naming the route, when a document is not valid against the schema */
export function createStoredDocument(
  runtime: Pick<RestRuntime, 'schema' | 'executor'>,
  route: RestRoute,
): StoredDocument {
  const { schema, executor } = runtime;
  const documents = new Map(
    [route, ...(route.furtherDocuments ?? [])].map((one) => [one.document, createVariants(one, { schema, route })]),
  );
  return {
    async run({ variables, locales, context, report, spend, charge }) {
      context.charge = charge && chargedOnce(context, charge);
      const ask = async (one: RestRoute['document'], variableValues: Record<string, unknown>) => {
        // biome-ignore lint/style/noNonNullAssertion: a route asks only its own documents.
        const operation = documents.get(one)!(locales, variableValues);
        const estimate = operation.cost(variableValues, context);
        // Variables that have no cost are refused below, like those of every request.
        const cost = typeof estimate === 'number' ? estimate : null;
        if (cost !== null) await spend?.(cost);
        const { data, errors } = await executor.run(operation, variableValues, context, cost ?? 0);
        if (errors?.[0] || !data) throw new FailedDocument(errors ?? []);
        return data;
      };
      try {
        const data = await ask(route.document, variables);
        const problem = problemResponse(data.result as Partial<Problem> | null, route);
        return problem ?? (await route.answer(withRecords(data, route, locales) as never, locales, ask as AskDocument));
      } catch (error) {
        if (error instanceof FailedDocument) return errorResponse(error.errors, { route, report });
        throw error;
      }
    },
  };
}

/** The data of a page with records in place of its nodes; others as they are. */
function withRecords(
  data: Record<string, unknown>,
  { toRecord }: RestRoute,
  locales: readonly Locale[],
): Record<string, unknown> {
  if (!toRecord) return data;
  const result = data.result as { readonly nodes: readonly Listed[] };
  const nodes = serializeListed(result.nodes, (node) => toRecord(node as never, locales));
  return { ...data, result: { ...result, nodes } };
}

/** The execution of a document ended with errors, or without data. */
class FailedDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('a stored document failed');
    this.errors = errors;
  }
}

/** The variants of a document by its locales and by the variables that include fields, each built once. */
function createVariants(
  { document: stored, toRecord }: Pick<RestRoute, 'document' | 'toRecord'>,
  { schema, route }: { schema: GraphQLSchema; route: RestRoute },
): (locales: readonly Locale[], variables: Readonly<Record<string, unknown>>) => Operation {
  const document = parse(String(stored), { noLocation: true });
  const errors = validate(schema, document);
  if (errors.length > 0) {
    throw new Error(`The document of ${route.method} ${route.path} is broken: ${errors.map(String).join('; ')}`);
  }
  const conditions = includingVariables(document);
  const variants = new Map<string, Operation>();
  return (locales, variables) => {
    const included = conditions.filter((name) => variables[name] === true);
    const key = `${locales} ${included}`;
    const known = variants.get(key);
    if (known) return known;
    const variant = withIncluded(withTexts(document, locales), included);
    const prepared = new PreparedDocument(variant, {
      schema,
      isStored: true,
      ...(toRecord && { toRecord: (node: never) => toRecord(node, locales) }),
    });
    // biome-ignore lint/style/noNonNullAssertion: a stored document has one operation.
    const operation = prepared.operation()!;
    variants.set(key, operation);
    return operation;
  };
}

/** The document with just these locales, in this order, in the fragment `Text`. */
function withTexts(document: DocumentNode, locales: readonly Locale[]): DocumentNode {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const selections = locales.map(
    (locale) => ({ kind: Kind.FIELD, alias: name(locale), name: name(localeName(locale).toLowerCase()) }) as const,
  );
  return {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === 'Text'
        ? { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections } }
        : definition,
    ),
  };
}

/** The variables of `@include(if: ...)`. */
function includingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, { Directive: (directive) => void names.add(conditionOf(directive)) });
  return [...names];
}

/** The document with the fields that these variables include, and none that others would: directives are not compiled. */
function withIncluded(document: DocumentNode, included: readonly string[]): DocumentNode {
  return visit(document, {
    Field(field) {
      const { directives = [] } = field;
      if (directives.length === 0) return undefined;
      return directives.every((directive) => included.includes(conditionOf(directive)))
        ? { ...field, directives: [] }
        : null;
    },
  });
}

function conditionOf({ name, arguments: [condition] = [] }: DirectiveNode): string {
  if (name.value !== 'include' || condition?.value.kind !== Kind.VARIABLE) {
    throw new Error('stored documents have no directives but `@include` with a variable');
  }
  return condition.value.name.value;
}

/** The answer to a typed problem; null: the result is not a problem. */
function problemResponse(result: Partial<Problem> | null, { nameOf }: RestRoute): RestResponse | null {
  const { __typename, code = '', message, problems = [], retryAfterSeconds, most } = result ?? {};
  const kind = kindOfType(__typename);
  if (kind === undefined) return null;
  const { status } = codesOfKind(kind).find((one) => one.code === code) ?? REFUSALS[kind];
  if (status === 400) return invalid(inNamesOfCaller(problems, nameOf));
  const answer = { ...failure(status, message), refusal: code };
  if (retryAfterSeconds === undefined || most === undefined) return answer;
  const seconds = String(retryAfterSeconds);
  // A limit on bookings, not that of the key.
  const limit = {
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': seconds,
  };
  return { ...answer, headers: { ...answer.headers, ...limit, 'Retry-After': seconds } };
}

function errorResponse(
  errors: readonly GraphQLError[],
  { route, report }: Pick<DocumentRequest, 'report'> & { route: RestRoute },
): RestResponse {
  const failures = errors.map((error) => ({ error, status: statusOfError(error) }));
  for (const { error, status } of failures) if (status >= 500 || error.path === undefined) report(error);
  const { error, status } = failures.reduce((worst, one) => (one.status > worst.status ? one : worst), {
    error: new GraphQLError('no data'),
    status: errors.length > 0 ? 0 : 500,
  });
  const { nextCursor } = error.extensions;
  if (status === 410) return cursorGone(error.message, String(nextCursor));
  if (status !== 400) return failure(status);
  const { problems: found } = error.extensions;
  return invalid(Array.isArray(found) ? inNamesOfCaller(found, route.nameOf) : []);
}

/**
 * An error outside of any field is a variable that the schema refuses. That is the request's fault, but reported too,
 * because the route should have found it.
 */
function statusOfError(error: GraphQLError): number {
  return error.path === undefined ? 400 : statusOfCode(codeOfError(error));
}
