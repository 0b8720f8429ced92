/** The system's Chromium (Debian's package `chromium`). */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PATH = '/usr/bin/chromium';
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

/** Whether there is a browser. One named by `CHROMIUM_PATH` must exist. */
export function hasChromium(): boolean {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such program`);
  return existsSync(named || USUAL_PATH);
}

/** Starts one with its own profile, which is removed when it closes. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH || USUAL_PATH, args: [...FLAGS, ...flags] });
}
