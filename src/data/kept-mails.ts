/** Mails of the demo, in the database so that every process shows the same. They hold personal data, so few are kept. */

import type { Database } from './database/database.ts';
import type { KeptMail } from './generated/prisma/client.ts';
import { listOf, text } from './sql/column-types.ts';
import { query, statement } from './sql/statement.ts';

export const MOST_KEPT = 100;

const LOCK_UNERASED = statement({
  takes: { bookings: listOf(text) },
  returns: { id: text },
  sql: ({ bookings }) => `
    SELECT id FROM booking WHERE id = ANY (${bookings}::char(24)[]) AND erased_at IS NULL ORDER BY id FOR KEY SHARE`,
});

/**
 * Keeps a mail, once under its Message-ID and unless one of the bookings that it is about was erased since it was written (S19), and
 * forgets all but the newest.
 */
export async function keepMail(
  { prisma }: Pick<Database, 'prisma'>,
  mail: Omit<KeptMail, 'number'>,
  bookings: readonly string[] = [mail.bookingId],
): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const unerased = await query(tx, LOCK_UNERASED, { bookings });
    if (unerased.length < bookings.length) return;
    await tx.keptMail.createMany({ data: [mail], skipDuplicates: true });
    const [newestForgotten] = await tx.keptMail.findMany({
      select: { number: true },
      orderBy: { number: 'desc' },
      skip: MOST_KEPT,
      take: 1,
    });
    if (newestForgotten) await tx.keptMail.deleteMany({ where: { number: { lte: newestForgotten.number } } });
  });
}

/** The newest first. */
export function listKeptMails({ prisma }: Pick<Database, 'prisma'>): Promise<Omit<KeptMail, 'text' | 'html'>[]> {
  return prisma.keptMail.findMany({
    omit: { text: true, html: true },
    orderBy: { number: 'desc' },
    take: MOST_KEPT,
  });
}

/** The mail with a number; null: it was never kept, or has been forgotten. */
export function findKeptMail({ prisma }: Pick<Database, 'prisma'>, number: number): Promise<KeptMail | null> {
  return prisma.keptMail.findUnique({ where: { number } });
}
