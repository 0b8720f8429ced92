/**
 * Values that are there at once or come later. What a process keeps is there at once; a request that finds everything kept is
 * answered without waiting in between, which is several times as fast as waiting for what is there already.
 */
/** What `use` makes of a value: at once if the value is there. */
export function when(value, use) {
    return value instanceof Promise ? value.then(use) : use(value);
}
/** All values, in their order: at once if all of them are there. */
export function all(values) {
    return values.some((value) => value instanceof Promise) ? Promise.all(values) : values;
}
//# sourceMappingURL=soon.js.map