/** Percentages are kept as integers, hundredths of a percent, and shown as numbers. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}
