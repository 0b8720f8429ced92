/** Which of many proposals are shown (F15). */

/** A proposal of some kind, with its rank within the kind: the lowest first. */
export interface Kinded<Kind> {
  readonly kind: Kind;
  readonly rank: number;
}

/**
 * At most `most` proposals, kind by kind, the best of each: the kinds take turns until there is no room, so that many of one kind do not hide
 * the others. Equal ones keep their order.
 */
export function takeTurns<Kind, One extends Kinded<Kind>>(
  found: readonly One[],
  kinds: readonly Kind[],
  most: number,
): One[] {
  const ranked = kinds.map((kind) => found.filter((one) => one.kind === kind).sort((a, b) => a.rank - b.rank));
  const longest = Math.max(0, ...ranked.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => ranked.flatMap((ofKind) => ofKind[turn] ?? [])).flat();
  const taken = new Set(turns.slice(0, most));
  return ranked.flat().filter((one) => taken.has(one));
}
