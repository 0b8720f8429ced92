/** The result of whichever succeeds first; the error of the first one if none does. */
export async function firstSuccess<T>(...ways: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(ways);
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
}
