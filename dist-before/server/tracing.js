/** A span for every operation that Yoga's pipeline executes. Register it after whatever else wraps the execution. */
export function traceExecutions(trace) {
    return {
        onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
            setExecuteFn((args) => trace(document, operationName, () => executeFn(args)));
        },
    };
}
//# sourceMappingURL=tracing.js.map