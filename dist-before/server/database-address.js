import { dataFolderOf } from './data-folder.js';
/**
 * The address of the configured database; the folder of an embedded one is there then.
 * @param command what the process does, by which a second one is told who holds the embedded database
 */
export function addressOf(config, { command }) {
    const { database } = config;
    return database.kind === 'postgresql' ? database : { kind: 'embedded', dataDir: dataFolderOf(config), command };
}
//# sourceMappingURL=database-address.js.map