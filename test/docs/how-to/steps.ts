/** The steps of a document in `docs/how-to` as changes of files: a path in a paragraph of its own, then a block of code. */
import { readFileSync } from 'node:fs';

export interface Step {
  /** The path from the root of the project. */
  readonly file: string;
  /** The text of the file after the step; null: there is no such file. */
  apply(before: string | null): string;
}

const BLOCK = /^`([^`\n]+)`\n\n```(\w+)\n(.*?)\n```$/gms;

/** In the order of the document. */
export function readSteps(document: string): Step[] {
  const text = readFileSync(new URL(`../../../docs/how-to/${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(BLOCK)].map(([, file = '', language, code = '']) => ({
    file,
    apply: (before) => (language === 'diff' ? applyDiff(file, code, before) : `${code}\n`),
  }));
}

/** Replaces the lines without `+` by those without `-`; they must stand in the file exactly once. */
function applyDiff(file: string, diff: string, before: string | null): string {
  const lines = diff.split('\n');
  const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
  const [start, ...others] = (before ?? '').split(without('+').join(''));
  if (others.length !== 1) throw new Error(`${file} has these lines ${others.length} times:\n${diff}`);
  return `${start}${without('-').join('')}${others[0]}`;
}
