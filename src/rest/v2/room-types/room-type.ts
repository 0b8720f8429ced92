/** Room types in v2, in their own list and inside hotels. */
import type { RoomTypeFragment } from '../../generated/operations.ts';
import { toImageRecord } from '../image.ts';

/** Empty localized texts become null, except for the alternative texts of pictures (V7). */
export function toRoomTypeRecord<Result extends RoomTypeFragment>(roomType: Result) {
  const texts = Object.entries(roomType.category).map(([locale, text]) => [locale, text === '' ? null : text]);
  return { ...roomType, category: Object.fromEntries(texts), images: roomType.images.map(toImageRecord) };
}
