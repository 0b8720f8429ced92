/** Room types in v2, in their own list and inside hotels. */
import { IMAGE, imageOf } from './image.js';
/** The selection of a `RoomTypeResult`. */
export const ROOM_TYPE = `_id: id id: number code category { ...Text } beds images { ${IMAGE} }`;
/** An empty localized text is null (change log of 2026-07-23); the alternative texts of pictures have their own rule. */
export function roomTypeOf(roomType) {
    const texts = Object.entries(roomType.category).map(([locale, text]) => [locale, text === '' ? null : text]);
    return { ...roomType, category: Object.fromEntries(texts), images: roomType.images.map(imageOf) };
}
//# sourceMappingURL=room-type.js.map