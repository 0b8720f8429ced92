import { PAGE_SIZE_MAX } from '../operations/search-input.js';
import { utf8 } from '../operations/utf8.js';
/**
 * Entities as JSON, by number: as they are kept, and the others as `ask` gives them, a few at a time; these are kept then. An
 * entity that `ask` does not give is missing.
 */
export async function writtenEntities(numbers, { ask, nameOf, parts, }) {
    const written = new Map();
    const missing = [];
    for (const number of numbers) {
        const kept = parts.find(nameOf(number));
        if (kept)
            written.set(number, kept);
        else
            missing.push(number);
    }
    for (const portion of portionsOf(missing)) {
        const { data, errors } = await ask(portion);
        if (errors?.[0] || !data)
            return { errors: errors ?? [] };
        for (const entity of data.result) {
            const bytes = utf8(JSON.stringify(entity));
            written.set(entity.id, bytes);
            parts.keep(nameOf(entity.id), bytes);
        }
    }
    return { written };
}
/** As many as may be asked for at once. */
function portionsOf(numbers) {
    return Array.from({ length: Math.ceil(numbers.length / PAGE_SIZE_MAX) }, (_, portion) => numbers.slice(portion * PAGE_SIZE_MAX, (portion + 1) * PAGE_SIZE_MAX));
}
//# sourceMappingURL=written-entities.js.map