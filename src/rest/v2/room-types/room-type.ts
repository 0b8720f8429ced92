/** Room types in v2, in their own list and inside hotels. */
import type { RoomTypeFragment } from '../../generated/operations.ts';
import { toImageRecord } from '../image.ts';

export function toRoomTypeRecord<Result extends RoomTypeFragment>(roomType: Result) {
  return { ...roomType, images: roomType.images.map(toImageRecord) };
}
