/**
 * Random changes of a catalogue file: a text, a number, a link, an entry that comes or goes. Many make the file invalid, as
 * people's do; such an import is refused as a whole.
 */
import { groupBy } from '../../../../src/domain/group-by.ts';
import { between, type Draw, oneIn, pick } from './random-draw.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A place in a file: what holds it, and its key. */
interface Spot {
  readonly holder: Json[] | { [name: string]: Json };
  readonly key: string | number;
  readonly value: Json;
}

const IDENTIFIERS = new Set(['id', '_id', 'code', 'format']);

/** The file with a few changes; the given one is left as it is. */
export function changedAtRandom<File>(file: File, draw: Draw): File {
  const changed = structuredClone(file) as Json;
  for (let count = between(draw, 1, 3); count > 0; count -= 1) {
    // By section, because the prices alone have more places than all the rest.
    const sections = Object.entries(changed as object).filter(([, value]) => Array.isArray(value) && value.length > 0);
    const [, section] = pick(draw, sections) as [string, Json[]];
    change(pick(draw, section), section, draw);
  }
  return changed as File;
}

function change(entry: Json, section: Json[], draw: Draw): void {
  if (oneIn(draw, 30)) {
    section.splice(section.indexOf(entry), 1);
    return;
  }
  const spots = spotsIn(entry);
  if (spots.length === 0) return;
  // A kind of place first: there are many more texts than links.
  const kinds = groupBy(spots, ({ value }) => (Array.isArray(value) ? 'list' : typeof value));
  changeSpot(pick(draw, kinds.get(pick(draw, [...kinds.keys()]))!), draw);
}

function spotsIn(value: Json): Spot[] {
  if (value === null || typeof value !== 'object') return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    if (typeof key === 'string' && IDENTIFIERS.has(key)) return [];
    const isPlace = Array.isArray(inner) || inner === null || typeof inner !== 'object';
    return [...(isPlace ? [{ holder: value, key, value: inner } as Spot] : []), ...spotsIn(inner)];
  });
}

function changeSpot({ holder, key, value }: Spot, draw: Draw): void {
  const put = (changed: Json) => {
    (holder as { [name: string | number]: Json })[key] = changed;
  };
  if (Array.isArray(value)) {
    if (value.length > 0 && oneIn(draw, 2)) value.splice(draw(value.length), 1);
    else if (value.length > 0 && typeof value[0] === 'number') value.push(between(draw, 1, 3) * pick(draw, [1, 100]));
    else value.reverse();
  } else if (typeof value === 'number') put(pick(draw, [value + 1, value - 1, value * 2, between(draw, 1, 5)]));
  else if (typeof value === 'boolean') put(!value);
  else if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value))
    put(`2027-0${between(draw, 1, 9)}-1${draw(10)}`);
  else if (typeof value === 'string') put(oneIn(draw, 5) ? null : `${value.split(' #')[0]} #${draw(1_000)}`);
}
