import type { Database } from '../../../src/data/database/database.ts';

/** Everything that migrations make, in the words of the database: columns, constraints, indexes, triggers, functions, enums. */
export async function describeSchema({ prisma }: Database): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ line: string }[]>`
    WITH ours AS (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations')
    SELECT format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) AS line
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid IN (SELECT oid FROM ours) AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE conrelid IN (SELECT oid FROM ours)
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN (SELECT oid FROM ours)
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM ours) AND NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT format('%s %s %s', enumtypid::regtype, enumsortorder, enumlabel) FROM pg_enum
    ORDER BY line`;
  return rows.map(({ line }) => line);
}
