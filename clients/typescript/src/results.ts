interface Result {
  readonly __typename: string;
}

/** What stood in the way, as a value of the union: `problem` has its code, its message and its facts. */
export class RefusedError<Problem extends Result> extends Error {
  override readonly name = 'RefusedError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super('message' in problem ? String(problem.message) : problem.__typename);
    this.problem = problem;
  }
}

/**
 * The result, if it is the wanted one.
 * @throws RefusedError with any other
 */
export function orThrow<Any extends Result, Wanted extends Any['__typename']>(
  result: Any,
  wanted: Wanted,
): Extract<Any, { readonly __typename: Wanted }> {
  if (result.__typename !== wanted) throw new RefusedError(result);
  return result as Extract<Any, { readonly __typename: Wanted }>;
}
