/**
 * Writes a migration with the difference between schema.prisma and the existing migrations:
 *
 *   npm run migration -- add-voucher
 *
 * Read it before you commit it: a renamed column looks like a dropped one, and checks must be added by hand.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../dist/data/database/database.js';
import { migrate } from '../dist/data/database/migrations.js';
import { diffFromSchema } from '../dist/data/database/schema-diff.js';

const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error(
    'error: a migration needs a name of lower-case letters, digits and hyphens: npm run migration -- add-voucher',
  );
  process.exit(1);
}

const database = await openDatabase({ kind: 'memory' });
await migrate(database);
const sql = await diffFromSchema(database);
await database.close();
if (sql === '') {
  console.log('the migrations do all that schema.prisma says');
} else {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = new URL(`./migrations/${stamp}_${name.replaceAll('-', '_')}/`, import.meta.url);
  await mkdir(folder);
  await writeFile(new URL('migration.sql', folder), `${sql}\n`);
  console.log(`written: ${fileURLToPath(new URL('migration.sql', folder))}`);
}
