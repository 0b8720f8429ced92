/**
 * The only way to parse a document. Documents that are too long or too deep are never parsed. A syntax error reports
 * its place, what was expected and the kind of token found, never the token's text: a misplaced name or string may be
 * personal data.
 */
import { type DocumentNode, GraphQLError, Lexer, parse, Source, type Token, TokenKind } from 'graphql';
import { findExcess } from './document-limits.ts';
import { tooLarge } from './operation-limits.ts';

/** @throws GraphQLError beyond the limits (OPERATION_TOO_LARGE) or for a syntax error */
export function parseDocument(text: string): DocumentNode {
  const source = new Source(text);
  const excess = findExcess(source);
  if (excess !== null) throw tooLarge(excess);
  try {
    return parse(source);
  } catch (error) {
    throw error instanceof GraphQLError && error.positions ? withTokenKind(error, source) : error;
  }
}

/** The error with the kind of the token instead of its text. */
function withTokenKind({ message, positions }: GraphQLError, source: Source): GraphQLError {
  const [position = 0] = positions ?? [];
  const token = tokenAt(source, position);
  const problem = token ? syntaxProblem(token, message) : 'Expected a token of GraphQL, found none.';
  return new GraphQLError(`Syntax Error: ${problem}`, { source, positions: [position] });
}

/** The token at a position; null: there is no readable one. */
function tokenAt(source: Source, position: number): Token | null {
  const lexer = new Lexer(source);
  try {
    let token = lexer.advance();
    while (token.kind !== TokenKind.EOF && token.start < position) token = lexer.advance();
    return token.start === position ? token : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the parser's message only if the rest of it is known to the character, because then it consists of grammar
 * alone.
 */
function syntaxProblem(token: Token, message: string): string {
  const { value } = token;
  const found = value === undefined ? tokenKind(token) : `${tokenKind(token)} "${value}"`;
  const beginning = 'Syntax Error: ';
  const ending = `, found ${found}.`;
  return message.startsWith(`${beginning}Expected `) && message.endsWith(ending)
    ? `${message.slice(beginning.length, -ending.length)}, found ${tokenKind(token)}.`
    : `Unexpected ${tokenKind(token)}.`;
}

/** Punctuation is its own kind and has no value. */
function tokenKind({ kind, value }: Token): string {
  return value === undefined && kind !== TokenKind.EOF ? `"${kind}"` : kind;
}
