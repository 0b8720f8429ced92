/** The differences between two GraphQL schemas, classified by GraphQL Inspector. Descriptions do not count. */
import { type CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Change, Level } from './change.ts';

const LEVELS: Readonly<Record<`${CriticalityLevel}`, Level>> = {
  BREAKING: 'breaking',
  DANGEROUS: 'dangerous',
  NON_BREAKING: 'safe',
};

/** The changes from one schema to another, both in GraphQL's schema definition language. */
export async function graphqlChanges(before: string, after: string): Promise<Change[]> {
  const rules = [DiffRule.ignoreDescriptionChanges, DiffRule.simplifyChanges];
  const found = await diff(buildSchema(before), buildSchema(after), rules);
  return found.map(({ criticality, path, message }) => ({
    level: LEVELS[criticality.level],
    // The element that a directive is applied to, without the directive.
    where: path?.replace(/\.@.*$/, '') ?? 'schema',
    what: message,
  }));
}
