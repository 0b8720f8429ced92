import { readFileValues } from './json-elements.js';
/**
 * The values of the catalogue in its order; what cannot be read goes to `problems`.
 * @param fields names of the top-level fields to read. Absent: all.
 */
export async function* readValues(source, options) {
    if (typeof source === 'string')
        yield* readFileValues(source, options);
    else
        yield* valuesOf(source, options.fields);
}
function* valuesOf(catalogue, fields) {
    for (const [field, value] of Object.entries(catalogue)) {
        if (value === undefined || (fields && !fields.has(field)))
            continue;
        if (!Array.isArray(value))
            yield { field, index: null, value };
        else
            for (const [index, element] of value.entries())
                yield { field, index, value: element };
    }
}
//# sourceMappingURL=source.js.map