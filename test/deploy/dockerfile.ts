/**
 * The Dockerfile as its steps, which are followed without a container engine: COPY copies files that `.dockerignore`
 * lets through, into one folder per stage.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Step {
  /** In capitals: `COPY`. */
  readonly instruction: string;
  readonly text: string;
}

export interface Stage {
  /** The base image. */
  readonly image: string;
  /** The name that later stages copy from; null: the last stage. */
  readonly name: string | null;
  readonly steps: readonly Step[];
}

/** The stages of deploy/Dockerfile. */
export function stagesOfDockerfile(): Stage[] {
  const lines = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').split('\n');
  const joined = lines.filter((line) => !line.startsWith('#')).join('\n');
  const stages: { image: string; name: string | null; steps: Step[] }[] = [];
  for (const line of joined
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((one) => one.trim() !== '')) {
    const [, instruction, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (!instruction || text === undefined) throw new Error(`not an instruction: ${line}`);
    const [image = '', , name = null] = text.split(' ');
    if (instruction === 'FROM') stages.push({ image, name, steps: [] });
    else stages.at(-1)!.steps.push({ instruction, text });
  }
  return stages;
}

/** The arguments of all steps of one kind. */
export function textsOf({ steps }: Stage, instruction: string): string[] {
  return steps.filter((step) => step.instruction === instruction).map(({ text }) => text);
}

/** The source and target of a COPY: from a stage or, null, from the project. */
export function copyOf(text: string): { from: string | null; sources: string[]; target: string } {
  const words = text.split(' ');
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null;
  return { from, sources: words.slice(0, -1), target: words.at(-1)! };
}

/** Whether `.dockerignore` lets a file or folder through to the build: its last matching line decides. */
export function isSent(path: string): boolean {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  let sent = true;
  for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    if (pattern.includes('*') && pattern !== '*') throw new Error(`not understood here: ${line}`);
    if (pattern === '*' || path === pattern || path.startsWith(`${pattern}/`)) sent = line.startsWith('!');
  }
  return sent;
}

/**
 * Runs the COPY steps of a stage. `folderOf` maps another stage to the folder of its `/app`.
 * @throws when a source does not exist or is ignored
 */
export function copyFiles(stage: Stage, folder: string, folderOf: (name: string) => string): void {
  for (const text of textsOf(stage, 'COPY')) {
    const { from, sources, target } = copyOf(text);
    for (const source of sources) {
      const origin = from === null ? join(ROOT, source) : join(folderOf(from), source.replace(/^\/app\//, ''));
      if (!existsSync(origin) || (from === null && !isSent(source))) throw new Error(`there is no ${source} to copy`);
      const goal = target.endsWith('/') ? join(folder, target, basename(source)) : join(folder, target);
      if (statSync(origin).isDirectory() && from === null) copySent(source, goal);
      else cpSync(origin, goal, { recursive: true, verbatimSymlinks: true });
    }
  }
}

function copySent(source: string, goal: string): void {
  mkdirSync(goal, { recursive: true });
  for (const entry of readdirSync(join(ROOT, source), { withFileTypes: true })) {
    const path = `${source}/${entry.name}`;
    if (!isSent(path)) continue;
    if (entry.isDirectory()) copySent(path, join(goal, entry.name));
    else cpSync(join(ROOT, path), join(goal, entry.name));
  }
}
