/**
 * How often the same object is asked for in the same place of an answer. Fields may be repeated, as components each ask for what
 * they show, and validation compares all that answer under one name with each other. Those with nothing selected in them are
 * compared at once, and are bounded by the number of fields; with objects, and with fragments, it goes on to all that is in them.
 */
import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** What stands most often in one place. */
export interface Repetition {
  readonly times: number;
  readonly what: 'objects by one name' | 'fragments';
}

/** The most repeated of a selection that has been found small enough to be spelled out. */
export function mostRepeated(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Repetition {
  let most: Repetition = { times: 0, what: 'objects by one name' };
  const places: SelectionSetNode[][] = [[selectionSet]];
  for (let place = places.pop(); place; place = places.pop()) {
    const { objectsByName, spreads } = collectSelections(place, fragments);
    if (spreads > most.times) most = { times: spreads, what: 'fragments' };
    for (const objects of objectsByName.values()) {
      if (objects.length > most.times) most = { times: objects.length, what: 'objects by one name' };
      places.push(objects);
    }
  }
  return most;
}

/**
 * What is selected in the objects in one place, by the names that they answer under, those of fragments included, each fragment
 * once.
 */
function collectSelections(place: readonly SelectionSetNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const objectsByName = new Map<string, SelectionSetNode[]>();
  const spread = new Set<string>();
  const waiting = [...place];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        waiting.push(selection.selectionSet);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = spread.has(name) ? undefined : fragments.get(name);
        if (fragment) waiting.push(fragment.selectionSet);
        spread.add(name);
      } else if (selection.selectionSet) {
        const name = (selection.alias ?? selection.name).value;
        const objects = objectsByName.get(name) ?? [];
        objectsByName.set(name, objects);
        objects.push(selection.selectionSet);
      }
    }
  }
  return { objectsByName, spreads: spread.size };
}
