/**
 * How the benchmark runs TypeScript: types are blanked out and nothing else is touched, so the code is measured as written.
 * (Runners that compile also wrap every nested function, which costs at each call.)
 */
import { fileURLToPath } from 'node:url';

/** For Node, before the program. */
export const RUN_TYPESCRIPT: readonly string[] = ['--import', import.meta.resolve('ts-blank-space/register')];

/** The path of a program of the benchmark. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}
