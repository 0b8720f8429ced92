/** A target and its measurement. A ratio is null if part of it was not measured. */
export interface Target {
  readonly says: string;
  /** The same in the words of someone who chooses a gateway; only what fits a screen has them. */
  readonly headline?: string;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  /**
   * The figure that counts: requests per second unless it says otherwise. Where the load generator is the limit, requests per
   * second say little about the gateway.
   */
  readonly judgedBy?: 'cpu';
  /** The two figures, in words. */
  readonly reached: string;
  readonly ratio: number | null;
  /** The same ratio by processor time; null where it is meaningless. */
  readonly byCpu: number | null;
}

export type Verdict = 'reached' | 'NOT REACHED' | 'not measured';

/** The ratio that the bound is about. */
export function judgedOf({ ratio, byCpu, judgedBy }: Target): number | null {
  return judgedBy === 'cpu' ? byCpu : ratio;
}

export function boundOf({ bound, judgedBy }: Target): string {
  const text = 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`;
  return judgedBy === 'cpu' ? `${text} by cpu` : text;
}

export function verdictOf(target: Target): Verdict {
  const judged = judgedOf(target);
  if (judged === null) return 'not measured';
  const { bound } = target;
  const isReached = 'atLeast' in bound ? judged >= bound.atLeast : judged <= bound.atMost;
  return isReached ? 'reached' : 'NOT REACHED';
}
