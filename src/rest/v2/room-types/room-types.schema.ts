/** Room types in v2, inside hotels and in their own list. */
import { z } from 'zod';
import type { RoomTypeFragment } from '../../generated/operations.ts';
import { IDENTIFIERS, LOCALIZED_STRING, type ShapeOf } from '../../openapi/value-schemas.ts';
import { IMAGE_SCHEMA } from '../image.schema.ts';
import { pageSchema } from '../page.schema.ts';

export const ROOM_TYPE_SCHEMA = z
  .strictObject({
    ...IDENTIFIERS,
    code: z.string().describe('Its code.'),
    category: LOCALIZED_STRING.describe('Its category. An empty text is null.'),
    beds: z.int().min(1).describe('Number of beds, which is also the greatest number of guests.'),
    images: z.array(IMAGE_SCHEMA).describe('Pictures of it, in order.'),
  } satisfies ShapeOf<RoomTypeFragment>)
  .meta({ id: 'RoomType', description: 'A room type of a hotel.' });

const HOTEL = z
  .strictObject({
    ...IDENTIFIERS,
    code: z.string().describe('Its code.'),
    name: z.string().describe('Its name, the same in every language.'),
  })
  .describe('Its hotel.');

export const ROOM_TYPES = pageSchema(
  'RoomTypePage',
  ROOM_TYPE_SCHEMA.extend({ hotel: HOTEL }).meta({
    id: 'ListedRoomType',
    description: 'A room type with its hotel.',
  }),
);
