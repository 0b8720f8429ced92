/**
 * The short way into GraphQL for what nearly every request is: one operation in one JSON object. It takes the same steps in
 * the same pipeline as the server's own way, which first makes a `Request` and in the end reads a `Response`; that costs ten
 * times what the operation itself does. What is unusual in any respect is left to the server's way.
 */
import type { ExecutionResult } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import type { GraphQLContext } from '../graphql/context.ts';
import { maskedError } from './errors.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** An operation as it was sent. */
export interface PlainOperation {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null;
  readonly operationName?: string | null;
}

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

/**
 * The operation in what a body says, if that is one JSON object with nothing in it but an operation, or the id of a trusted document in
 * place of its text; null: it is something else.
 */
export function plainOperation(sent: unknown, trusted: TrustedDocuments | null): PlainOperation | null {
  const value = trusted && isObject(sent) ? trusted.resolve(sent) : sent;
  if (!isObject(value) || !Object.keys(value).every((name) => PARAMETERS.has(name))) return null;
  const { query, variables, operationName } = value;
  const isPlain =
    typeof query === 'string' &&
    (variables == null || isObject(variables)) &&
    (operationName == null || typeof operationName === 'string');
  return isPlain ? (value as unknown as PlainOperation) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For the steps of the pipeline that tell reading requests from others; they look at nothing else of it. */
const POST = new Request('http://gateway', { method: 'POST' });

/**
 * Executes an operation in the server's pipeline.
 * @returns null when it cannot be parsed or is not valid: that is for the server's own way to say
 */
export function execute<ServerContext extends Record<string, unknown>>(
  yoga: YogaServerInstance<ServerContext, GraphQLContext>,
  { query, variables, operationName }: PlainOperation,
  serverContext: ServerContext,
): Promise<ExecutionResult> | null {
  const enveloped = yoga.getEnveloped({ ...serverContext, request: POST, params: { query, operationName } });
  let document: ReturnType<typeof enveloped.parse>;
  try {
    document = enveloped.parse(query);
    if (enveloped.validate(enveloped.schema, document).length > 0) return null;
  } catch {
    return null;
  }
  const run = async () => {
    try {
      const contextValue = await enveloped.contextFactory();
      return (await enveloped.execute({
        schema: enveloped.schema,
        document,
        contextValue,
        variableValues: variables,
        operationName,
      })) as ExecutionResult;
    } catch (error) {
      return { errors: [maskedError(error)] };
    }
  };
  return run();
}
