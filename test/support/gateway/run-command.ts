/** Commands within the process of the test: the same as `runCli` for what a command does, for a tenth of the time. */
import { vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { type Ended, environmentOf } from './run-cli.ts';

export async function runHere(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const [stdout, stderr] = [hear(process.stdout), hear(process.stderr)];
  const before = process.env;
  process.env = environmentOf(env);
  try {
    const code = await runCommand(args);
    return { code, stdout: stdout.said(), stderr: stderr.said() };
  } finally {
    process.env = before;
    for (const one of [stdout, stderr]) one.end();
  }
}

/** Keeps what is written instead of showing it. */
function hear(stream: NodeJS.WriteStream) {
  let text = '';
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  return { said: () => text, end: () => write.mockRestore() };
}
