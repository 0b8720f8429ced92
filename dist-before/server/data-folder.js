/** The folder where an installation keeps its embedded database and its own files. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from './config.js';
/**
 * The folder, made when it is missing.
 * @throws ConfigError when it cannot be made or written to
 */
export function dataFolderOf({ dataDir }) {
    try {
        mkdirSync(dataDir, { recursive: true });
        accessSync(dataDir, constants.W_OK | constants.X_OK);
    }
    catch (error) {
        const { code } = error;
        const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file stands there' : `the system says ${code}`;
        throw new ConfigError(`DATA_DIR ${JSON.stringify(dataDir)} cannot be used as a folder: ${why}`);
    }
    return dataDir;
}
//# sourceMappingURL=data-folder.js.map