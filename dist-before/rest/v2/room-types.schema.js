/** Room types in v2, inside hotels and in their own list. */
import { list, named, object, text, use, whole } from '../json-schema.js';
import { IDENTIFIERS, LOCALIZED_STRING } from '../value-schemas.js';
import { IMAGE_SCHEMA } from './image.schema.js';
import { pageOf } from './page.schema.js';
const FIELDS = {
    ...IDENTIFIERS,
    code: text('Its code.'),
    category: use(LOCALIZED_STRING, 'Its category. An empty text is null.'),
    beds: whole('Number of beds, which is also the greatest number of guests.', { minimum: 1 }),
    images: list('Pictures of it, in order.', use(IMAGE_SCHEMA)),
};
export const ROOM_TYPE_SCHEMA = named('RoomType', object('A room type of a hotel.', FIELDS));
export const ROOM_TYPES = pageOf('RoomTypePage', named('ListedRoomType', object('A room type with its hotel.', {
    ...FIELDS,
    hotel: object('Its hotel.', {
        ...IDENTIFIERS,
        code: text('Its code.'),
        name: text('Its name, the same in every language.'),
    }),
})));
//# sourceMappingURL=room-types.schema.js.map