/**
 * The differences between two GraphQL schemas, told apart by GraphQL Inspector. Texts that only people read (descriptions) are no
 * differences.
 */
import { type CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import type { Change, Level } from './change.ts';

const LEVELS: Readonly<Record<`${CriticalityLevel}`, Level>> = {
  BREAKING: 'breaking',
  DANGEROUS: 'dangerous',
  NON_BREAKING: 'safe',
};

/** What changed from one schema to another, each in GraphQL's schema definition language. */
export async function graphqlChanges(before: string, after: string): Promise<Change[]> {
  const rules = [DiffRule.ignoreDescriptionChanges, DiffRule.simplifyChanges];
  const found = await diff(buildSchema(before), buildSchema(after), rules);
  return found.map(({ criticality, path, message }) => ({
    level: LEVELS[criticality.level],
    // What a directive is put on, and not the directive there.
    where: path?.replace(/\.@.*$/, '') ?? 'schema',
    what: message,
  }));
}
