/**
 * How the benchmark's programs are run: types are blanked out and nothing else is touched, so that what is measured is the
 * code as it stands. (Runners that compile also wrap every function within a function, which costs at each call.)
 */
import { fileURLToPath } from 'node:url';

/** For Node, before the program. */
export const RUN_TYPESCRIPT: readonly string[] = ['--import', import.meta.resolve('ts-blank-space/register')];

/** The path of a program of the benchmark. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}
