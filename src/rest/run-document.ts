/**
 * Runs the stored document of a route and turns whatever comes of it into an answer. Here, and nowhere else, outcomes get
 * their statuses: the problems of a typed result by their type, errors by their code (section 7 of the interface, I3, I4,
 * I7). Documents are checked against the schema before the first request; a broken one stops the start.
 */
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { LOCALES, type Locale } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { PreparedDocument } from '../graphql/execution/documents.ts';
import type { Operation } from '../graphql/execution/operation.ts';
import { REQUESTS_PER_WINDOW } from '../operations/booking-request-limit.ts';
import type { InputProblem } from '../operations/input-problem.ts';
import { failure, invalid, type RestAnswer } from './answer.ts';
import type { RestRoute } from './route.ts';
import type { RestRuntime } from './runtime.ts';
import { type KeptParts, writtenEntities } from './written-entities.ts';

/** What a typed result may be instead of a success. */
interface Problem {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly InputProblem[];
  readonly retryAfterSeconds?: number;
}

const STATUS_OF_PROBLEM: Readonly<Record<string, number>> = {
  InvalidInput: 400,
  NotFound: 404,
  PriceChanged: 409,
  StayNotAllowed: 422,
  NotPriced: 422,
  LoyaltyNotApplicable: 422,
  NoCapacity: 422,
  OnDemandOnly: 422,
  GuestCountProblem: 422,
  IdempotencyProblem: 422,
  TooManyRequests: 429,
};

/** Where the code says more than the type. */
const STATUS_OF_PROBLEM_CODE: Readonly<Record<string, number>> = { IDEMPOTENCY_IN_PROGRESS: 409 };

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** The status of a failure by its stable code; an unknown code is a defect of the server. */
export function statusOfCode(code: string): number {
  return STATUS_OF_ERROR[code] ?? 500;
}

/** One document, ready to run with any set of locales. */
export interface StoredDocument {
  run(request: DocumentRequest): Promise<RestAnswer>;
}

export interface DocumentRequest {
  readonly variables: Record<string, unknown>;
  readonly locales: readonly Locale[];
  readonly context: GraphQLContext;
  /** Parts of answers that other answers to callers who see the same have in common with this one. */
  readonly parts: KeptParts;
  /** The stable code of a thrown error. */
  codeOfError(error: unknown): string;
  /** Told of failures that are not the caller's. */
  report(error: unknown): void;
}

/** The document with `...Text` meaning just these locales, in this order. */
function documentText(document: string, locales: readonly Locale[]): string {
  return document.includes('...Text')
    ? `${document}\nfragment Text on LocalizedText { ${locales.join(' ')} }`
    : document;
}

/**
 * Prepares the document of a route.
 * @throws Error naming the route, when the document is not valid against the schema
 */
export function storedDocument(
  runtime: Pick<RestRuntime, 'schema' | 'executor'>,
  route: RestRoute<never>,
): StoredDocument {
  const documentFor = variantsOf(route.document, { runtime, route });
  const { shared } = route;
  const sharedFor = shared && variantsOf(shared.document, { runtime, route });
  return {
    async run({ variables, locales, context, parts, codeOfError, report }) {
      const execute = (operation: Operation, variableValues: Record<string, unknown>) =>
        runtime.executor.run(operation, variableValues, context);
      const { data, errors } = await execute(documentFor(locales), variables);
      if (errors?.[0] || !data) return failureOf(errors ?? [], { route, codeOfError, report });
      const { result, ...beside } = data;
      const problem = problemOf(result as Partial<Problem> | null, route);
      if (problem) return problem;
      if (!shared || !sharedFor) return route.answer(result as never, locales, beside);
      const numbers = new Set(shared.numbersIn(result as never));
      const ask = (ids: readonly number[]) => execute(sharedFor(locales), { ids });
      const found = await writtenEntities(numbers, { ask, nameOf: (number) => `${locales} ${number}`, parts });
      if ('errors' in found) return failureOf(found.errors, { route, codeOfError, report });
      return route.answer(result as never, locales, { ...beside, shared: found.written });
    },
  };
}

/** A document for any set of locales, parsed once for each. */
function variantsOf(
  document: string,
  { runtime, route }: { runtime: Pick<RestRuntime, 'schema'>; route: Pick<RestRoute<never>, 'method' | 'path'> },
): (locales: readonly Locale[]) => Operation {
  // With all locales it is the largest of its variants: when it is valid, so are they.
  const errors = validate(runtime.schema, parse(documentText(document, LOCALES)));
  if (errors.length > 0) {
    throw new Error(`The document of ${route.method} ${route.path} is broken: ${errors.map(String).join('; ')}`);
  }
  const variants = new Map<string, Operation>();
  return (locales) => {
    const key = locales.join();
    const held = variants.get(key) ?? operationIn(documentText(document, locales), runtime.schema);
    variants.set(key, held);
    return held;
  };
}

function operationIn(text: string, schema: GraphQLSchema): Operation {
  return new PreparedDocument(parse(text, { noLocation: true }), { schema }).operation()!;
}

/** The answer to a typed problem; null when the result is none. */
function problemOf(result: Partial<Problem> | null, route: RestRoute<never>): RestAnswer | null {
  const { __typename = '', code = '', message, problems = [], retryAfterSeconds } = result ?? {};
  const status = STATUS_OF_PROBLEM_CODE[code] ?? STATUS_OF_PROBLEM[__typename];
  if (status === undefined) return null;
  if (status === 400) return invalid(named(problems, route));
  const answer = { ...failure(status, message), refusal: code };
  if (retryAfterSeconds === undefined) return answer;
  const seconds = String(retryAfterSeconds);
  // Of the limit that was reached, whatever is left of the key's own.
  const limit = {
    'RateLimit-Limit': String(REQUESTS_PER_WINDOW),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': seconds,
  };
  return { ...answer, headers: { ...answer.headers, ...limit, 'Retry-After': seconds } };
}

function failureOf(
  errors: readonly GraphQLError[],
  { route, codeOfError, report }: Pick<DocumentRequest, 'codeOfError' | 'report'> & { route: RestRoute<never> },
): RestAnswer {
  const found = errors.map((error) => ({ error, status: statusOf(error, codeOfError) }));
  for (const { error, status } of found) if (status >= 500 || error.path === undefined) report(error);
  const { error, status } = found.reduce((worst, one) => (one.status > worst.status ? one : worst), {
    error: new GraphQLError('no data'),
    status: errors.length > 0 ? 0 : 500,
  });
  if (status !== 400) return failure(status);
  const { problems } = error.extensions;
  return invalid(Array.isArray(problems) ? named(problems, route) : []);
}

/**
 * An error outside of any field is a variable that the schema does not take: the request's fault, and reported none the less,
 * because the route should have told what is wrong with it.
 */
function statusOf(error: GraphQLError, codeOfError: (error: unknown) => string): number {
  return error.path === undefined ? 400 : statusOfCode(codeOfError(error));
}

/** Problems that the schema found, under the names that the caller used. */
function named(problems: readonly InputProblem[], route: RestRoute<never>): InputProblem[] {
  return problems.map((problem) => ({
    ...problem,
    path: route.nameOf(problem.path.replace(/^(?:input|filter)\./, '')),
  }));
}
