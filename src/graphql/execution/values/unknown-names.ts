/**
 * Names of fields that an input type does not have (F8). They are a caller's own words, so only what looks like a slip is repeated: a
 * GraphQL name of at most 50 characters.
 */
import type { GraphQLInputObjectType } from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';

const REPEATABLE = /^[_A-Za-z]\w{0,49}$/;

export function isRepeatable(name: string): boolean {
  return REPEATABLE.test(name);
}

/** A question after near names, with a space before it; empty: no field has one. `name` must be repeatable. */
export function nearFields(name: string, type: GraphQLInputObjectType): string {
  return didYouMean(suggestionList(name, Object.keys(type.getFields())));
}
