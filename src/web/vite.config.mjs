/**
 * Builds the pages into `dist/web`: `vite build --config src/web/vite.config.mjs`, with `--ssr` what the server renders them with into
 * `dist/rendered`. For development, `npx vite --config
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

/**
 * What several pages need is in two files: how all pages look, and what those of stays and bookings compute. By itself each icon and each small
 * module that some pages share would be a file of its own, and on a slow network every file costs more than its bytes.
 */
const SHARED = [
  {
    name: 'base',
    test: /[\\/](?:node_modules|web[\\/](?:design|texts|views)|src[\\/]texts)[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'shared', test: /[\\/](?:domain|web[\\/](?:format|gateway))[\\/]/, minShareCount: 2, priority: 1 },
];

const forBrowsers = {
  outDir: at('../../dist/web'),
  rolldownOptions: {
    input: ['index', 'developers', 'desk'].map((page) => at(`${page}.html`)),
    output: { codeSplitting: { groups: SHARED } },
  },
  manifest: true,
  // The page's content security policy forbids inline scripts, styles and images.
  assetsInlineLimit: 0,
  // Links alone: the polyfill would be an inline script.
  modulePreload: { polyfill: false },
};
const forServer = { outDir: at('../../dist/rendered'), rolldownOptions: { input: at('shop/rendered.tsx') } };

export default ({ isSsrBuild }) => ({
  root: at('.'),
  plugins: [pagesByAddress, generatedCode],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { ...(isSsrBuild ? forServer : forBrowsers), emptyOutDir: true, reportCompressedSize: false },
  // Nothing is loaded that a page does not use, as most icons.
  ssr: { noExternal: true },
  server: { proxy: { '^/(graphql|api|docs|openapi.json|health|pictures|ready|metrics)': 'http://127.0.0.1:4000' } },
});
