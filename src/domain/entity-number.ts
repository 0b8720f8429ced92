/** The numbers by which catalogue files name entities (I1). */

export const ENTITY_NUMBER_MAX = 2 ** 31 - 1;

/** The number that a text is; null: it is none. */
export function parseEntityNumber(text: string | undefined): number | null {
  return /^(?:0|[1-9]\d{0,9})$/.test(text ?? '') && Number(text) <= ENTITY_NUMBER_MAX ? Number(text) : null;
}
