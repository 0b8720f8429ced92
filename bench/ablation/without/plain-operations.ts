/** Yoga reads every request, and writes its response. */
import type * as whole from '../../../src/server/graphql/graphql-input.ts';

export * from '../../../src/server/graphql/graphql-input.ts';

export const parsePlainOperation: typeof whole.parsePlainOperation = () => null;
