import { when } from '../data/soon.js';
const OBJECT_ID = /^[0-9a-f]{24}$/i;
const NUMBER = /^(0|[1-9]\d{0,9})$/;
const LARGEST_NUMBER = 2 ** 31 - 1;
/** An ObjectId in the spelling in which it is stored; null for another text. */
export function objectIdOf(reference) {
    return OBJECT_ID.test(reference) ? reference.toLowerCase() : null;
}
/** The number of the entity of a kind that a reference names; null when it can name none. */
export function numberOf(session, kind, reference) {
    const id = objectIdOf(reference);
    if (id) {
        return when(session.catalogue.byObjectId.load(id), (found) => found?.find((entity) => entity.kind === kind)?.number ?? null);
    }
    if (!NUMBER.test(reference))
        return null;
    const number = Number(reference);
    return number <= LARGEST_NUMBER ? number : null;
}
//# sourceMappingURL=references.js.map