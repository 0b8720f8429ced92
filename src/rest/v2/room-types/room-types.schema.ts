/** Room types in v2, inside hotels and in their own list. */
import { z } from 'zod';
import type { RoomTypeFragment } from '../../generated/operations.ts';
import { describedBy, IDENTIFIERS, LOCALIZED_STRING, type ShapeOf } from '../../openapi/value-schemas.ts';
import { IMAGE_SCHEMA } from '../image.schema.ts';
import { pageSchema } from '../page.schema.ts';

export const ROOM_TYPE_SCHEMA = z
  .object(
    describedBy('RoomType', {
      ...IDENTIFIERS,
      code: z.string(),
      category: LOCALIZED_STRING.describe('Its category. An empty text is null.'),
      beds: z.int().min(1),
      images: z.array(IMAGE_SCHEMA),
    } satisfies ShapeOf<RoomTypeFragment>),
  )
  .meta({ id: 'RoomType', description: 'A room type of a hotel.' });

const HOTEL = z
  .object(describedBy('Hotel', { ...IDENTIFIERS, code: z.string(), name: z.string() }))
  .describe('Its hotel.');

export const ROOM_TYPES = pageSchema(
  'RoomTypePage',
  ROOM_TYPE_SCHEMA.extend({ hotel: HOTEL }).meta({
    id: 'ListedRoomType',
    description: 'A room type with its hotel.',
  }),
);
