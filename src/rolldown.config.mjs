/**
 * Builds the program into `dist/cli`: it and the packages that it uses are a few files, because Node takes longer to find and read two thousand
 * small ones than to run them. What a command loads when it runs is in files of its own.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

/** Packages with files beside their code that they find by their own address, or that find their modules as they run. */
const FOUND_AT_RUNTIME = [
  '@electric-sql/pglite',
  '@prisma/client',
  '@prisma/schema-engine-wasm',
  'i18n-iso-countries',
  'ioredis',
  'jsonc-parser',
];

/** Packages that look for files only in what is not used of them: the workers that pino can write logs in. */
const LOOK_IN_VAIN = ['pino', 'thread-stream'];

const OWN_ADDRESS = ['import.meta.url', '__dirname', '__filename'];

/** A module of ours looks for files where its source is, though it is in one file with others. A package that looks for any ends the build. */
const ownAddresses = {
  name: 'own-addresses',
  transform: {
    filter: { code: OWN_ADDRESS },
    handler(code, id) {
      if (!id.startsWith(SOURCE)) {
        const isMeant = LOOK_IN_VAIN.some((name) => id.includes(`/node_modules/${name}/`));
        if (id.includes('/node_modules/') && !isMeant && code.split('\n').some(looksBeside)) {
          this.error(`${id} looks for files beside its code: its package belongs to FOUND_AT_RUNTIME`);
        }
        return null;
      }
      const address = `../${id.slice(SOURCE.length).replace(/\.tsx?$/, '.js')}`;
      const own = `new URL(${JSON.stringify(address)}, import.meta.url).href`;
      // It stays on its line, which is what source maps tell.
      return { code: code.replaceAll('import.meta.url', own), map: null };
    },
  },
};

function looksBeside(line) {
  const isComment = ['//', '*', '/*'].some((mark) => line.trimStart().startsWith(mark));
  return !isComment && OWN_ADDRESS.some((own) => line.includes(own));
}

export default {
  input: { main: `${SOURCE}cli/main.ts` },
  platform: 'node',
  tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
  external: (id) => FOUND_AT_RUNTIME.some((name) => id === name || id.startsWith(`${name}/`)),
  // Packages require the CommonJS build of graphql: two copies of it do not mix.
  resolve: { alias: { graphql: require.resolve('graphql') } },
  plugins: [ownAddresses],
  output: {
    dir: fileURLToPath(new URL('../dist/cli', import.meta.url)),
    keepNames: true,
    sourcemap: true,
    chunkFileNames: '[name].js',
  },
};
