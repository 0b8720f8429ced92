/**
 * The pepper under which API keys are hashed. It stands outside the database, so that a copy of the database alone is of no
 * use to anybody: in the environment, or, for the embedded database, in a file beside it that only its owner can read.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.js';
import { dataFolderOf } from './data-folder.js';
const FILE_NAME = 'api-key-pepper';
/**
 * The pepper of this installation, made and kept on first use where the database is embedded.
 * @throws ConfigError when the database is a server and no pepper is set
 */
export function apiKeyPepperOf(config) {
    if (config.apiKeyPepper !== null)
        return config.apiKeyPepper;
    if (config.database.kind === 'postgresql') {
        throw new ConfigError('API_KEY_PEPPER must be set together with DATABASE_URL: a long random text that stays the same, as API keys are hashed with it');
    }
    const file = join(dataFolderOf(config), FILE_NAME);
    try {
        writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    }
    catch (error) {
        if (error.code !== 'EEXIST')
            throw error;
    }
    const kept = readFileSync(file, 'utf8').trim();
    if (kept === '')
        throw new ConfigError(`the file ${file} is empty; restore it, or remove it and make new API keys`);
    return kept;
}
//# sourceMappingURL=pepper.js.map