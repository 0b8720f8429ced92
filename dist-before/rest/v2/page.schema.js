/** The body of a list in v2 (V1). */
import { list, named, nullable, object, text, use } from '../json-schema.js';
/** A page of records. */
export function pageOf(name, record) {
    return named(name, object('A page of a list.', {
        data: list('The records of the page, in order.', use(record)),
        nextCursor: nullable(text('The `cursor` of the next page; null: this is the last one.')),
    }));
}
//# sourceMappingURL=page.schema.js.map