/**
 * How long and how deeply nested a document may be to be parsed at all, and how long its names. It is looked at token by token:
 * the parser calls itself for every level, and a document of 5,000 levels would exhaust the stack before the parser noticed
 * anything. Names are bounded because refusals repeat them, and look for the names of the schema that they resemble.
 */
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';

/** A large page with everything on it takes a quarter of this. */
export const MAX_TOKENS = 2_000;
/** Operations may have ten levels of fields; the rest is for lists and objects written into arguments. */
export const MAX_NESTING = 200;
/** Relay, whose names are the longest, makes them of a component's, a fragment's and a field's. */
export const MAX_NAME_LENGTH = 200;

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** What a document has too much of, as a sentence; null: it may be parsed, whatever the parser will say of it. */
export function findExcess(document: string | Source): string | null {
  const lexer = new Lexer(typeof document === 'string' ? new Source(document) : document);
  let nesting = 0;
  try {
    for (let tokens = 0; ; tokens++) {
      const { kind, start, end } = lexer.advance();
      if (kind === TokenKind.EOF) return null;
      if (tokens >= MAX_TOKENS) return `The document has more than ${MAX_TOKENS} tokens.`;
      if (kind === TokenKind.NAME && end - start > MAX_NAME_LENGTH) {
        return `The document has a name of more than ${MAX_NAME_LENGTH} characters.`;
      }
      if (CLOSING.has(kind)) nesting--;
      if (OPENING.has(kind) && ++nesting > MAX_NESTING) return excessiveNesting(lexer, tokens);
    }
  } catch (error) {
    // No token: the parser comes to that place, too, and says so.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Of a document that is too long as well, its length is what is told. */
function excessiveNesting(lexer: Lexer, before: number): string {
  try {
    for (let tokens = before + 1; lexer.advance().kind !== TokenKind.EOF; tokens++) {
      if (tokens >= MAX_TOKENS) return `The document has more than ${MAX_TOKENS} tokens.`;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return `The document is nested more than ${MAX_NESTING} levels deep.`;
}
