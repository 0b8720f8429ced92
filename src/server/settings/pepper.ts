/**
 * The pepper under which API keys are hashed. It is not in the database, so a copy of the database alone is useless: it
 * comes from the environment, or, for the embedded database, from a file next to it that only its owner can read.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { isLongEnoughPepper, PEPPER_RULE } from '../variables.ts';
import { type OnRepair, openDataFolder, PEPPER_FILE } from './data-folder.ts';

/**
 * The pepper of this installation, created on first use if the database is embedded.
 * @param onRepair is called when the folder or a file in it was open to other users
 * @throws ConfigError when the database is a server and no pepper is set, or the file does not hold one
 */
export function loadApiKeyPepper(config: Config, onRepair?: OnRepair): string {
  if (config.apiKeyPepper !== null) return config.apiKeyPepper;
  if (config.database.kind === 'postgresql') {
    throw new ConfigError(
      `API_KEY_PEPPER must be set together with DATABASE_URL: ${PEPPER_RULE}, that stays the same, as API keys are hashed with it`,
    );
  }
  const file = join(openDataFolder(config, onRepair), PEPPER_FILE);
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const pepper = readFileSync(file, 'utf8').trim();
  if (isLongEnoughPepper(pepper) && IS_ONE_LINE.test(pepper)) return pepper;
  throw new ConfigError(
    `the pepper in ${file} is damaged (${PEPPER_RULE} is expected); restore the file, or remove it, revoke all API keys and make new ones`,
  );
}

const IS_ONE_LINE = /^[\x20-\x7e]+$/;
