/** Counts lines of code: those that are neither empty nor comments. */
import { readFileSync } from 'node:fs';
import { programPath } from '../run-typescript.ts';

const COMMENT = /^\s*(\/\/|\/\*|\*)/;

/** Counts files below `src`, or functions and methods in one (`file#name`). @throws Error when one is not there */
export function linesOf(code: readonly string[]): number {
  return code.map(linesOfOne).reduce((sum, lines) => sum + lines, 0);
}

function linesOfOne(one: string): number {
  const [file, name] = one.split('#') as [string, string?];
  const lines = readFileSync(programPath(`../src/${file}`), 'utf8').split('\n');
  const counted = name === undefined ? lines : declarationIn(lines, name);
  if (counted.length === 0) throw new Error(`there is no ${one}`);
  return counted.filter((line) => line.trim() !== '' && !COMMENT.test(line)).length;
}

/** From the line with the name to the one that closes its block. */
function declarationIn(lines: readonly string[], name: string): readonly string[] {
  const head = new RegExp(`^( *)(export )?(async )?(function )?#?${name}[(<]`);
  const first = lines.findIndex((line) => head.test(line) && !line.endsWith(';'));
  const indent = head.exec(lines[first] ?? '')?.[1] ?? '';
  const last = lines.findIndex((line, index) => index > first && line.replace(/,$/, '') === `${indent}}`);
  return first === -1 ? [] : lines.slice(first, last + 1);
}
