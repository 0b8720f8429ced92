/** The release, as `package.json` has it. */
import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
