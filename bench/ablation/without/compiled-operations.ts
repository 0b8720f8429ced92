/** Every operation is executed field by field. */
import type * as whole from '../../../src/graphql/execution/compiled-operations.ts';

export * from '../../../src/graphql/execution/compiled-operations.ts';

export const compileOperation: typeof whole.compileOperation = () => null;
