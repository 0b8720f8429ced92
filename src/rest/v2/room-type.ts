/** Room types in v2, in their own list and inside hotels. */
import { IMAGE, type ImageResult, imageOf } from './image.ts';

/** The selection of a `RoomTypeResult`. */
export const ROOM_TYPE = `_id: id id: number code category { ...Text } beds images { ${IMAGE} }`;

export interface RoomTypeResult {
  readonly category: Readonly<Record<string, string | null>>;
  readonly images: readonly ImageResult[];
}

/** An empty localized text is null, but for the alternative texts of pictures (V7). */
export function roomTypeOf<Result extends RoomTypeResult>(roomType: Result) {
  const texts = Object.entries(roomType.category).map(([locale, text]) => [locale, text === '' ? null : text]);
  return { ...roomType, category: Object.fromEntries(texts), images: roomType.images.map(imageOf) };
}
