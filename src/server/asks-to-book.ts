/** Whether a request to the GraphQL endpoint asks for a booking, found out without executing it or knowing who asks. */
import { getOperationAST } from 'graphql';
import { plainOperation } from './direct-entrance.ts';
import { readInput } from './graphql-input.ts';
import { parseDocument } from './parse-document.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Whether the body is one plain operation that books. What cannot be read, or is too large to be, asks for nothing. */
export function asksToBook(body: Buffer | null, trusted: TrustedDocuments | null): boolean {
  const input = readInput({ query: '', body });
  const operation = 'problem' in input ? null : plainOperation(input.body, trusted);
  if (!operation) return false;
  try {
    // Mutations book and do nothing else.
    return getOperationAST(parseDocument(operation.query), operation.operationName)?.operation === 'mutation';
  } catch {
    return false;
  }
}
