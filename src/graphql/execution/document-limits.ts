/**
 * Bounds of a document's length, lines, nesting and names, checked token by token before it is parsed. The parser recurses for
 * every level, so a document of 5,000 levels would exhaust the stack. Names are bounded because refusals repeat them,
 * and search the schema for similar ones.
 */
import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';

/** A large page with all fields takes a quarter of it. */
export const MAX_TOKENS = 2_000;
/** Each error counts all lines before its place, so blank lines cost (A2). A document has at most a line for each token beside them. */
export const MAX_LINES = 3_000;
const LINE_BREAK = /\r\n|[\n\r]/g;
/** Operations may have ten levels of fields; the rest is for nested values in arguments. */
export const MAX_NESTING = 200;
/** Relay has the longest names: component, fragment and field together. */
const MAX_NAME_LENGTH = 200;

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The limit that a document exceeds, as a sentence; null: it may be parsed, valid or not. */
export function findExcess(document: string | Source): string | null {
  const source = typeof document === 'string' ? new Source(document) : document;
  // Before any token is read: what is none may have most of the lines.
  if (hasTooManyLines(source.body)) return `The document has more than ${MAX_LINES} lines.`;
  const lexer = new Lexer(source);
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
    // Not a token: the parser will report it.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function hasTooManyLines(text: string): boolean {
  LINE_BREAK.lastIndex = 0;
  let lines = 1;
  while (lines <= MAX_LINES && LINE_BREAK.test(text)) lines++;
  return lines > MAX_LINES;
}

/** If the document is too long as well, that is reported instead. */
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
