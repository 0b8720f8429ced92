/**
 * Builds the pages into `dist/web`: `vite build --config src/web/vite.config.mjs`. For development, `npx vite --config
 * src/web/vite.config.mjs` serves them from source and proxies requests to a gateway on port 4000.
 */
import { fileURLToPath } from 'node:url';
import { generateOperations } from '../codegen.mjs';
import { compileTexts } from '../compile-texts.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The document of an address, as the server answers it. */
const documentOf = (path) => /^\/(desk|developers)(?=[/?]|$)/.exec(path)?.[1] ?? 'index';

/** Addresses within a page are answered with its document. */
const pagesByAddress = {
  name: 'pages-by-address',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const isPage = request.headers.accept?.includes('text/html') && !request.url.includes('.');
      if (isPage) request.url = `/${documentOf(request.url)}.html`;
      next();
    });
  },
};

const generatedCode = {
  name: 'generated-code',
  buildStart() {
    compileTexts();
    return generateOperations('web');
  },
};

export default {
  root: at('.'),
  plugins: [pagesByAddress, generatedCode],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    rolldownOptions: { input: ['index', 'developers', 'desk'].map((page) => at(`${page}.html`)) },
    // The page's content security policy forbids inline scripts, styles and images.
    assetsInlineLimit: 0,
    // Links alone: the polyfill would be an inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(graphql|api|docs|openapi.json|health|pictures|ready|metrics)': 'http://127.0.0.1:4000' } },
};
