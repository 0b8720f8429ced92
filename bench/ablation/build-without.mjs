/**
 * Builds the gateway with ablated modules in the place of its own: `node build-without.mjs FOLDER REPLACED`, the folder in `dist` and, by
 * the module below `src`, the file in `without/`. It ends with an error when one of them is no part of the gateway.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import config from '../../src/rolldown.config.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [, , folder, asked] = process.argv;

const replaced = JSON.parse(asked);
const missing = new Set(Object.keys(replaced));
const ablation = {
  name: 'ablation',
  async resolveId(specifier, importer) {
    // An ablated module has what it stands for.
    if (!importer || importer.startsWith(at('without/'))) return null;
    const resolved = await this.resolve(specifier, importer);
    const module = resolved ? relative(at('../../src'), resolved.id) : '';
    if (!(module in replaced)) return null;
    missing.delete(module);
    return at(`without/${replaced[module]}`);
  },
};
const build = await rolldown({ ...config, plugins: [...config.plugins, ablation] });
await build.write({ ...config.output, dir: at(`../../dist/${folder}`) });
if (missing.size > 0) throw new Error(`there is no ${[...missing].join(', ')} to be replaced`);
