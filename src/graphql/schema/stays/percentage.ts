/** Percentages are integers in hundredths of a percent, and numbers in the schema. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100;
}
