import { readConfig } from '../server/config.js';
import { addressOf } from '../server/database-address.js';
/**
 * Runs `use` on the configured database after the pending migrations, whose names it is given.
 * @param command its name, by which others are told who holds the embedded database
 */
export async function withDatabase(command, use) {
    const config = readConfig(process.env);
    const [{ openDatabase }, { migrate }, { optimiseWasmLater }] = await Promise.all([
        import('../data/database.js'),
        import('../data/migrations.js'),
        import('../data/wasm-tiering.js'),
    ]);
    if (config.database.kind === 'embedded')
        optimiseWasmLater();
    const database = await openDatabase(addressOf(config, { command }));
    try {
        const migrated = await migrate(database);
        return await use({ config, database, migrated });
    }
    finally {
        await database.close();
    }
}
//# sourceMappingURL=open.js.map