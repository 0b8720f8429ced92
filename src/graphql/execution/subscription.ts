/** A subscription that may begin: its source, and how an event of the source becomes a result. */
import { type ExecutionResult, Kind, type SelectionSetNode } from 'graphql';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { LiveSource } from '../../operations/live/live-source.ts';
import type { Operation, Variables } from './operation.ts';

export class Subscription {
  readonly source: LiveSource;
  readonly operation: Operation;
  readonly variables: Variables;
  /** The languages that its results are in, of texts and of messages. */
  readonly languages: string;
  /** The masked result for an event. */
  readonly execute: (event: unknown) => MaybePromise<ExecutionResult>;

  constructor(source: LiveSource, { operation, variables, languages, execute }: Omit<Subscription, 'source'>) {
    this.source = source;
    this.operation = operation;
    this.variables = variables;
    this.languages = languages;
    this.execute = execute;
  }
}

/**
 * Whether `@skip` or `@include` decides about the field of a subscription, so that there may be none. GraphQL forbids it
 * since 2023; graphql-js 16 does not validate it yet.
 */
export function hasConditionalRoot({ node, document }: Operation): boolean {
  const isConditional = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true;
      if (selection.kind === Kind.INLINE_FRAGMENT) return isConditional(selection.selectionSet);
      if (selection.kind === Kind.FIELD) return false;
      const { definitions } = document;
      return definitions.some(
        (one) =>
          one.kind === Kind.FRAGMENT_DEFINITION &&
          one.name.value === selection.name.value &&
          isConditional(one.selectionSet),
      );
    });
  return isConditional(node.selectionSet);
}
