/**
 * The operation in a JSON body or in an address: nearly every GraphQL request. Read and answered by Yoga, one that is not in the
 * response cache takes 3 to 6 times the processor time (bench/ABLATION.md).
 */
import { GraphQLError } from 'graphql';
import type { OperationParams } from '../../graphql/execution/executor.ts';
import type { Parameters } from './persisted-documents.ts';

/** The parameters that GraphQL over HTTP knows. */
export const OPERATION_PARAMETERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions']);

/**
 * The operation of parameters that are one object with nothing but an operation, or with the name of one instead of the text; its
 * refusal; null: left to Yoga.
 */
export function parsePlainOperation(
  sent: unknown,
  resolve: (params: Parameters) => Parameters | GraphQLError,
): OperationParams | GraphQLError | null {
  if (!isObject(sent)) return null;
  const value = resolve(sent);
  if (value instanceof GraphQLError) return value;
  if (!Object.keys(value).every((name) => OPERATION_PARAMETERS.has(name))) return null;
  const { query, variables, operationName, extensions } = value;
  const isPlain =
    typeof query === 'string' &&
    (variables == null || isObject(variables)) &&
    (extensions == null || isObject(extensions)) &&
    (operationName == null || typeof operationName === 'string');
  return isPlain ? (value as unknown as OperationParams) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
