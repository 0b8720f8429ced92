/** The pages from source, for gateways within the process of a test: their documents as they are written, and what renders them. */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OtherPages } from '../../../src/server/pages/page-endpoints.ts';
import { leftOpen } from '../left-open.ts';

const SOURCE = fileURLToPath(new URL('../../../src/web', import.meta.url));
/** Not as a literal: it is code of the browser, with types of its own. */
const RENDERER = join(SOURCE, 'shop', 'rendered.tsx');

export function sourcePages(): OtherPages {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-pages-'));
  const left = {
    async stop() {
      leftOpen.delete(left);
      await rm(folder, { recursive: true, force: true });
    },
  };
  leftOpen.add(left);
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index', 'developers', 'desk'])
    copyFileSync(join(SOURCE, `${name}.html`), join(folder, `${name}.html`));
  return { folder, load: () => import(RENDERER) };
}
