/** Errors as one line, without a stack and without the credentials of a database address. */
import type { InputProblem } from '../domain/problem/input-problem.ts';
import { inPlainEnglish } from '../wording/word-problem.ts';

/** A command failed. The message is all that is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The message of an error, without the quoted call and the codes that Prisma adds. */
export function formatErrorLine(error: unknown): string {
  const text = errorMessage(error);
  const said = /Message: `([^`]+)`\s*$/.exec(text)?.[1] ?? text;
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const line = lines[0]?.startsWith('Invalid `') ? lines.slice(-1).join() : lines.join(' ');
  return line.trim().replaceAll(/\/\/[^/@\s]*@/g, '//');
}

function errorMessage(error: unknown): string {
  // Node reports several failed connection attempts as one error without a message.
  if (error instanceof AggregateError && error.message === '') return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

export function refuse(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw new CommandError(formatProblems(problems));
}

export function formatProblems(problems: readonly InputProblem[]): string {
  return problems
    .map(inPlainEnglish)
    .map(({ path, message }) => `${path}: ${message}`)
    .join(' ');
}
