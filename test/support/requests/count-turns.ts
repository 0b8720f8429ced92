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

/** The most that is counted in one of these turns. `take` returns what was counted since it was called last. */
export async function mostInATurn(compute: () => Promise<unknown>, take: () => number): Promise<number> {
  let most = 0;
  let isOver = false;
  const count = () => {
    most = Math.max(most, take());
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    await compute();
    return Math.max(most, take());
  } finally {
    isOver = true;
  }
}
