/** The operation in a JSON body: nearly every GraphQL request. */
import { GraphQLError } from 'graphql';
import type { OperationParams } from '../../graphql/execution/executor.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

/**
 * The operation in a body that is one JSON object with nothing but an operation, or with the id of a trusted document
 * instead of the text; null: left to Yoga.
 */
export function parsePlainOperation(sent: unknown, trusted: TrustedDocuments | null): OperationParams | null {
  const value = trusted && isObject(sent) ? trusted.resolve(sent) : sent;
  if (!isObject(value) || value instanceof GraphQLError || !Object.keys(value).every((name) => PARAMETERS.has(name)))
    return null;
  const { query, variables, operationName } = value;
  const isPlain =
    typeof query === 'string' &&
    (variables == null || isObject(variables)) &&
    (operationName == null || typeof operationName === 'string');
  return isPlain ? (value as unknown as OperationParams) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
