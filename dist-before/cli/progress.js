/** Progress of long work: one line on stderr that is written over, on a terminal only. */
const REDRAW_MS = 100;
/** Shows progress; `done` clears the line. */
export function onTerminal() {
    const { stderr } = process;
    if (!stderr.isTTY)
        return { onProgress() { }, done() { } };
    let drawnAt = 0;
    let drawnPhase = '';
    return {
        onProgress({ phase, done, total }) {
            const now = performance.now();
            if (phase === drawnPhase && now - drawnAt < REDRAW_MS)
                return;
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
//# sourceMappingURL=progress.js.map