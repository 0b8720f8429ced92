/**
 * How often the same is asked for in the same place of an answer. Fields may be repeated, as components each ask for what they
 * show, and validation compares all that answer under one name with each other: the time that takes grows with the square of
 * what is counted here, and nowhere else.
 */
import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** What stands most often in one place. */
export interface Repetition {
  readonly times: number;
  readonly what: 'fields by one name' | 'fragments';
}

/** The most repeated of a selection that has been found small enough to be spelled out. */
export function mostRepeated(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Repetition {
  let most: Repetition = { times: 0, what: 'fields by one name' };
  const places: SelectionSetNode[][] = [[selectionSet]];
  for (let place = places.pop(); place; place = places.pop()) {
    const { fieldsByName, spreads } = selectedIn(place, fragments);
    if (spreads > most.times) most = { times: spreads, what: 'fragments' };
    for (const { times, inside } of fieldsByName.values()) {
      if (times > most.times) most = { times, what: 'fields by one name' };
      if (inside.length > 0) places.push(inside);
    }
  }
  return most;
}

interface FieldsByName {
  times: number;
  /** What is selected in them. */
  readonly inside: SelectionSetNode[];
}

/** The fields in one place by the names that they answer under, those of fragments included, each fragment once. */
function selectedIn(place: readonly SelectionSetNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const fieldsByName = new Map<string, FieldsByName>();
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
      } else {
        const { alias, name, selectionSet } = selection;
        const key = (alias ?? name).value;
        const fields = fieldsByName.get(key) ?? { times: 0, inside: [] };
        fieldsByName.set(key, fields);
        fields.times++;
        if (selectionSet) fields.inside.push(selectionSet);
      }
    }
  }
  return { fieldsByName, spreads: spread.size };
}
