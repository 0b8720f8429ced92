/**
 * The system's Chromium (Debian's packages `chromium-headless-shell` and `chromium`). The first is the same engine without the
 * windows around it, and takes less than half of the other's processor time (40 and 115 s in three files of test/browser).
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** Turns off its own requests and what is not needed here. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1',
];

/** The browser's path; undefined if there is none. One named by `CHROMIUM_PATH` must exist. */
function chromiumPath(): string | undefined {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such program`);
  return named || USUAL_PATHS.find(existsSync);
}

/** Whether there is a browser. */
export const hasChromium = (): boolean => chromiumPath() !== undefined;

/** Starts one with its own profile, which is removed when it closes. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...flags] });
}
