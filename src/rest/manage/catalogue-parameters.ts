/** The parameters of an import over HTTP (U3). Unlike those of reads, an unknown one is refused: it may have meant a dry run. */
import type { WordedProblem } from '../../domain/problem/input-problem.ts';

export interface ImportParameters {
  readonly replace: boolean;
  readonly dryRun: boolean;
}

/** The values of each parameter; the first one is the default. */
export const IMPORT_VALUES = { mode: ['merge', 'replace'], dryRun: ['0', '1'] } as const;

/** The parameters, or everything that is wrong with them. */
export function readImportParameters(
  query: Readonly<Record<string, unknown>>,
): ImportParameters | { readonly problems: readonly WordedProblem[] } {
  const problems = Object.entries(query).flatMap(([name, value]) => problemOf(name, value) ?? []);
  return problems.length > 0 ? { problems } : { replace: query.mode === 'replace', dryRun: query.dryRun === '1' };
}

/** Refuses all parameters. */
export function rejectParameters(query: Readonly<Record<string, unknown>>): readonly WordedProblem[] {
  return Object.keys(query).length === 0
    ? []
    : [{ path: '', code: 'INVALID_VALUE', message: 'There are no parameters here.' }];
}

function problemOf(name: string, value: unknown): WordedProblem | null {
  const values = new Map<string, readonly string[]>(Object.entries(IMPORT_VALUES)).get(name);
  if (!values)
    return { path: '', code: 'INVALID_VALUE', message: 'The parameters are mode and dryRun, and no others.' };
  if (Array.isArray(value)) return { path: name, code: 'REPEATED', message: 'Must be given only once.' };
  if (values.includes(String(value))) return null;
  return { path: name, code: 'INVALID_VALUE', message: `Must be ${values.join(' or ')}.` };
}
