/** The body of a list in v2 (V1). */
import { z } from 'zod';

export function pageSchema(id: string, record: z.ZodType) {
  return z
    .object({
      data: z.array(record).describe('The records of the page, in order.'),
      nextCursor: z.string().nullable().describe('The `cursor` of the next page; null: this is the last one.'),
    })
    .meta({ id, description: 'A page of a list.' });
}
