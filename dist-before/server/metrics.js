import { figuresOf } from './figures.js';
import { RequestMetrics } from './request-metrics.js';
import { VERSION } from './version.js';
const BUILD = {
    kind: 'gauge',
    name: 'gateway_build_info',
    help: 'Always 1; the labels tell the versions of the gateway and of Node.js.',
    labelNames: ['version', 'node_version'],
    read: () => [{ labels: { version: VERSION, node_version: process.versions.node }, value: 1 }],
};
/** Creates the metrics of what is measured. */
export function createMetrics(measured) {
    const requests = new RequestMetrics();
    let registry;
    return {
        answered: (request) => requests.answered(request),
        async text() {
            registry ??= registryOf([...requests.figures(), ...figuresOf(measured), BUILD], requests.durations());
            const own = await registry;
            const parts = await Promise.all([own.metrics(), processMetrics()]);
            return { contentType: own.contentType, text: parts.join('\n') };
        },
    };
}
async function registryOf(figures, durations) {
    const { Counter, Gauge, Registry } = (await import('prom-client')).default;
    const registry = new Registry();
    for (const one of durations)
        registry.registerMetric(one);
    for (const { kind, name, help, labelNames = [], read } of figures) {
        const common = { name, help, labelNames: [...labelNames], registers: [registry] };
        if (kind === 'gauge') {
            new Gauge({
                ...common,
                collect() {
                    this.reset();
                    for (const { labels = {}, value } of read())
                        this.set(labels, value);
                },
            });
        }
        else {
            new Counter({
                ...common,
                collect() {
                    this.reset();
                    for (const { labels = {}, value } of read())
                        this.inc(labels, value);
                },
            });
        }
    }
    return registry;
}
let ofProcess;
/** Memory, processor, garbage, event loop: of the process, whatever applications are in it. Measured from the first time on. */
async function processMetrics() {
    ofProcess ??= import('prom-client').then(({ default: { collectDefaultMetrics, Registry } }) => {
        const registry = new Registry();
        collectDefaultMetrics({ register: registry });
        return registry;
    });
    return (await ofProcess).metrics();
}
//# sourceMappingURL=metrics.js.map