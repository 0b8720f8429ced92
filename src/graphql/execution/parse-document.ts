/**
 * The one way from a text to a document. What is too long or too deep is never parsed; what cannot be parsed is told by the
 * place, what was expected there and what kind of token was found, without the token's own text: a name or a string that
 * stands where it does not belong may be anybody's.
 */
import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  type ParseOptions,
  parse,
  Source,
  type Token,
  TokenKind,
} from 'graphql';
import { findExcess } from './document-limits.ts';
import { tooLarge } from './operation-limits.ts';

/**
 * Parses a document.
 * @throws GraphQLError when it is beyond the limits (OPERATION_TOO_LARGE) or has a syntax error
 */
export function parseDocument(text: string | Source, options?: ParseOptions): DocumentNode {
  const source = typeof text === 'string' ? new Source(text) : text;
  const excess = findExcess(source);
  if (excess !== null) throw tooLarge(excess);
  try {
    return parse(source, options);
  } catch (error) {
    throw error instanceof GraphQLError && error.positions ? withTokenKind(error, source) : error;
  }
}

/** The error with the kind of the token in the place of the token. */
function withTokenKind({ message, positions }: GraphQLError, source: Source): GraphQLError {
  const [position = 0] = positions ?? [];
  const token = tokenAt(source, position);
  const problem = token ? syntaxProblem(token, message) : 'Expected a token of GraphQL, found none.';
  return new GraphQLError(`Syntax Error: ${problem}`, { source, positions: [position] });
}

/** The token that begins at a position; null when there is none that could be read. */
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

/** The beginning is the parser's own, of its grammar alone, once what follows it is known to the character. */
function syntaxProblem(token: Token, message: string): string {
  const { value } = token;
  const found = value === undefined ? tokenKind(token) : `${tokenKind(token)} "${value}"`;
  const beginning = 'Syntax Error: ';
  const ending = `, found ${found}.`;
  return message.startsWith(`${beginning}Expected `) && message.endsWith(ending)
    ? `${message.slice(beginning.length, -ending.length)}, found ${tokenKind(token)}.`
    : `Unexpected ${tokenKind(token)}.`;
}

/** Punctuation is its own kind, and has no value. */
function tokenKind({ kind, value }: Token): string {
  return value === undefined && kind !== TokenKind.EOF ? `"${kind}"` : kind;
}
