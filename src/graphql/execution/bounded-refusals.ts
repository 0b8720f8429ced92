/**
 * Refusals as they are answered, in no more bytes than a refusal may have (A2). Of errors there are as many as there is room for, each
 * with a message of bounded length and few of the places that it is about; the last one says if others may be left out.
 */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { MAX_PROBLEM_BYTES, MAX_PROBLEMS, MAX_REFUSAL_BYTES, shortened } from '../../domain/text/refusal-bounds.ts';

/** Characters. Names of a document may have 200, and a message may name several. */
const MAX_MESSAGE_LENGTH = 1_500;
const MAX_LOCATIONS = 5;

/** The result with fewer errors, or shorter ones, if they would be too large; else as it is. */
export function withBoundedErrors<Result extends ExecutionResult>(result: Result): Result {
  const { errors } = result;
  if (!errors) return result;
  let left = MAX_PROBLEM_BYTES;
  const bounded: GraphQLError[] = [];
  for (const error of errors) {
    const short = shorten(error);
    left -= Buffer.byteLength(JSON.stringify(short)) + 1;
    if (left < 0 || bounded.length === MAX_PROBLEMS) break;
    bounded.push(short);
  }
  const isComplete = bounded.length === errors.length && bounded.length < MAX_PROBLEMS;
  // biome-ignore lint/style/noNonNullAssertion: graphql-js leaves `errors` out rather than empty.
  return { ...result, errors: isComplete ? bounded : [...bounded, leftOut(errors[0]!)] };
}

function shorten(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  if (message.length <= MAX_MESSAGE_LENGTH && (nodes?.length ?? 0) <= MAX_LOCATIONS) return error;
  const place = nodes ? { nodes: nodes.slice(0, MAX_LOCATIONS) } : { source, positions };
  return new GraphQLError(shortened(message, MAX_MESSAGE_LENGTH), { ...place, path, originalError, extensions });
}

/** The last error, in place of those that are left out. It has the code and the status of the first one. */
function leftOut({ extensions: { code, http } }: GraphQLError): GraphQLError {
  return new GraphQLError('There may be more errors, which are left out.', {
    extensions: { ...(code === undefined ? {} : { code }), ...(http === undefined ? {} : { http }) },
  });
}

/**
 * The result, or one error in place of refusals that were selected under so many names that they are larger than that, with the errors
 * that stand beside them.
 * @param refused how many of its root fields were refused
 */
export function withBoundedRefusals(result: ExecutionResult, refused: number): ExecutionResult {
  // An answer with anything else in it has its own bounds, and is not measured.
  if (refused === 0 || !result.data || refused < answeredFields(result.data)) return result;
  const { data, errors } = withBoundedErrors(result);
  if (Buffer.byteLength(JSON.stringify({ data, errors })) <= MAX_REFUSAL_BYTES - FRAME_BYTES) return result;
  const message = `What the operation is refused for has more than ${MAX_REFUSAL_BYTES} bytes as it is selected: select less of it, under fewer names.`;
  const extensions = { code: 'REFUSAL_TOO_LARGE' as const, http: { status: 400 } };
  return { ...result, data: undefined, errors: [new GraphQLError(message, { extensions })] };
}

/** Room for what stands around the data of a result: its cost, and the frame of an event. */
const FRAME_BYTES = 256;

/** The values of a `__typename` of the root, which is no answer. */
const ROOT_TYPES: readonly unknown[] = ['Query', 'Mutation'];

/** How many root fields have an answer, be it a refusal: null is what failed, or is not there. */
function answeredFields(data: Readonly<Record<string, unknown>>): number {
  return Object.values(data).filter((value) => value !== null && !ROOT_TYPES.includes(value)).length;
}
