/** Counts the turns of the event loop, in which other requests are served, while something is computed. */
export async function countTurns<T>(
  compute: () => Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    return { result: await compute(), turns };
  } finally {
    isOver = true;
  }
}
