/** Progress on stderr: one line that overwrites itself, on a terminal only. */
import type { CatalogueProgress } from '../catalogue/import.ts';

const REDRAW_MS = 100;

/** `done` clears the line. */
export function showProgress(): { onProgress: (progress: CatalogueProgress) => void; done: () => void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { onProgress() {}, done() {} };
  let drawnAt = 0;
  let drawnPhase = '';
  return {
    onProgress({ phase, done, total }) {
      const now = performance.now();
      if (phase === drawnPhase && now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      drawnPhase = phase;
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : done > 0 ? ` ${done}` : '';
      stderr.write(`\r\x1b[K${phase}${share}`);
    },
    done() {
      stderr.write('\r\x1b[K');
    },
  };
}
