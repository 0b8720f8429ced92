/** Whether a request to the GraphQL endpoint asks for a booking, found out without executing it or knowing who asks. */
import { getOperationAST, parse } from 'graphql';
import { plainOperation } from './direct-entrance.ts';
import { excessOf } from './document-limits.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Whether the body is one plain operation that books. What cannot be read, or is too large to be, asks for nothing. */
export function asksToBook(body: Buffer | null, trusted: TrustedDocuments | null): boolean {
  const operation = body && plainOperation(body, trusted);
  if (!operation || excessOf(operation.query) !== null) return false;
  try {
    // Mutations book and do nothing else.
    return getOperationAST(parse(operation.query), operation.operationName)?.operation === 'mutation';
  } catch {
    return false;
  }
}
