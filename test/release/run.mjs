/** Starts one of the commands beside it, which are TypeScript: `node test/release/run.mjs listChanges`. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const settings = { root: fileURLToPath(new URL('../..', import.meta.url)), configFile: false, logLevel: 'error' };
const { module } = await runnerImport(fileURLToPath(new URL('command.ts', import.meta.url)), settings);
process.exitCode = await module[process.argv[2]]();
