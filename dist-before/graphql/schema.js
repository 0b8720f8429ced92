/** The schema, built from the types that the files beside this one define. */
import { isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { builder, readsItsProperty } from './builder.js';
import './amenity.js';
import './booking.js';
import './calendar.js';
import './create-booking.js';
import './destination.js';
import './hotel.js';
import './hotel-details.js';
import './image.js';
import './lowest-price.js';
import './loyalty-program.js';
import './node.js';
import './price-from.js';
import './quote.js';
import './room-type.js';
import './viewer.js';
import './visit-type.js';
export const schema = withoutNeedlessResolvers(builder.toSchema());
function withoutNeedlessResolvers(built) {
    for (const type of Object.values(built.getTypeMap()).filter(isObjectType)) {
        for (const field of Object.values(type.getFields())) {
            if (readsItsProperty(field))
                field.resolve = undefined;
        }
    }
    return built;
}
/** The schema as text, sorted: what `schema.graphql` holds. */
export function printedSchema() {
    return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
//# sourceMappingURL=schema.js.map