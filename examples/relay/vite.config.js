import relay from 'vite-plugin-relay';

/** A program for Node. A shop in the browser has an `index.html` and no `ssr`. */
export default {
  plugins: [relay],
  build: { ssr: 'src/main.ts', outDir: 'dist' },
  ssr: { noExternal: true },
};
