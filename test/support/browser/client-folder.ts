/**
 * A folder in which a test compiles code as a client would: strictly, with only the test's files and the packages that
 * it names.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

export interface ClientFolder {
  readonly path: string;
  write(file: string, text: string): void;
  /** Runs the command of an installed package there; returns its output. */
  run(packageName: string, args: readonly string[]): Promise<{ failed: boolean; output: string }>;
  /** Compiles everything; returns the errors by file. */
  compile(): Promise<Map<string, string[]>>;
  remove(): void;
}

/** Creates a folder whose code can import the packages; the output goes to `out` in it. */
export function clientFolder(packages: readonly string[]): ClientFolder {
  const path = mkdtempSync(join(tmpdir(), 'typed-client-'));
  const write = (file: string, text: string) => writeFileSync(join(path, file), text);
  for (const name of packages) {
    const link = join(path, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(packageFolder(name), link);
  }
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, outDir: 'out' },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [], skipLibCheck: false },
    ...{ rewriteRelativeImportExtensions: true, rootDir: '.' },
  };
  write('package.json', JSON.stringify({ type: 'module' }));
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const run = async (packageName: string, args: readonly string[]) => {
    const folder = packageFolder(packageName);
    const { bin } = require(join(folder, 'package.json')) as { bin: string | Record<string, string> };
    const program = typeof bin === 'string' ? bin : (bin[packageName === 'typescript' ? 'tsc' : packageName] ?? '');
    return promisify(execFile)(process.execPath, [resolve(folder, program), ...args], { cwd: path }).then(
      ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
      (error: { stdout: string; stderr: string }) => ({ failed: true, output: error.stdout + error.stderr }),
    );
  };
  return {
    path,
    write,
    run,
    async compile() {
      const { output } = await run('typescript', ['-p', '.', '--pretty', 'false']);
      const complaints = new Map<string, string[]>();
      for (const [line, file = ''] of output.matchAll(/^(?:([\w.-]+)\(\d+,\d+\): )?error.*$/gm)) {
        complaints.set(file, [...(complaints.get(file) ?? []), line]);
      }
      return complaints;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The folder of an installed package. */
function packageFolder(name: string): string {
  const folders = require.resolve.paths(name)!.map((folder) => join(folder, name));
  const found = folders.find((folder) => {
    try {
      return Boolean(require(join(folder, 'package.json')));
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}
