/**
 * Builds the front page into `dist/web`: `vite build --config src/web/vite.config.mjs`. For development, `npx vite --config
 * src/web/vite.config.mjs` serves it from source and proxies requests to a gateway on port 4000.
 */
import { fileURLToPath } from 'node:url';
import { generateOperations } from '../codegen.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  root: at('.'),
  plugins: [{ name: 'typed-operations', buildStart: () => generateOperations('web') }],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    // The page's content security policy forbids inline scripts, styles and images.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(graphql|api|docs|openapi.json|health|ready|metrics)': 'http://127.0.0.1:4000' } },
};
