/** Progress on stderr: one line that overwrites itself, on a terminal only. */
import type { CatalogueProgress } from '../catalogue/import.ts';

const REDRAW_MS = 100;

/** Shows the progress of `use`, then clears the line. */
export async function withProgress<T>(
  use: (onProgress: (progress: CatalogueProgress) => void) => Promise<T>,
): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return use(() => {});
  let drawnAt = 0;
  let drawnPhase = '';
  try {
    return await use(({ phase, done, total }) => {
      const now = performance.now();
      if (phase === drawnPhase && now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      drawnPhase = phase;
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : done > 0 ? ` ${done}` : '';
      stderr.write(`\r\x1b[K${phase}${share}`);
    });
  } finally {
    stderr.write('\r\x1b[K');
  }
}
