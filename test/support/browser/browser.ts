/**
 * A real browser for tests, and a demo gateway to look at. Every
 * page is watched: requests to other servers are recorded (the browser finds none), as are all errors and policy violations.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { createKey, revokeKey } from '../../../src/data/keys/api-keys.ts';
import type { Scope } from '../../../src/data/keys/scopes.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { freshDemo } from '../database/fresh-demo.ts';
import { type Serving, startServing } from '../gateway/run-cli.ts';
import { environmentFor, PEPPER } from '../gateway/served-gateway.ts';
import { launchChromium } from './chromium.ts';

export { hasChromium } from './chromium.ts';

/** They take a third of the time of many tests. */
const KEEPS_SCREENSHOTS = process.env.SCREENSHOTS === '1';
const SCREENSHOTS = fileURLToPath(new URL('../../browser/screenshots', import.meta.url));
export interface WatchedPage {
  readonly page: Page;
  /** Writes `test/browser/screenshots/NAME.png` where `SCREENSHOTS=1` is set, for people to look at. */
  screenshot(name: string): Promise<void>;
  /**
   * Closes the page; fails if it called another server or reported an error. `expected` are parts of errors that belong
   * to the test: a browser reports every refusal as one.
   */
  close(expected?: readonly string[]): Promise<void>;
}

/** A browser, and demo gateways for it. */
export interface BrowserScene {
  /** Address of the gateway in demo mode, without a path. */
  readonly url: string;
  readonly demoKey: string;
  /** Where the demo keeps its data. */
  readonly database: Database;
  /** Opens a path of the demo gateway, or a full address. */
  open(address: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Sends a GraphQL operation with the demo key; returns the data. */
  ask<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** Makes a key, for all destinations unless some are named, and bound to the named hotels. */
  key(scopes: readonly Scope[], destinations?: readonly number[] | null, hotels?: readonly number[]): Promise<string>;
  /** Revokes a key. */
  revoke(key: string): Promise<void>;
  /** Address of a gateway over the same database, not in demo mode, with the variables in `more`. */
  withoutDemo(more?: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** Starts the program with the demo and the variables in `more`. */
export async function startBrowserScene(more: Readonly<Record<string, string>> = {}): Promise<BrowserScene> {
  const { database, folder } = await freshDemo();
  const environment = { ...environmentFor(database.url), DATA_DIR: folder, ...more };
  const servers: Serving[] = [];
  const serve = async (DEMO: string, more: Readonly<Record<string, string>> = {}): Promise<Serving> => {
    const server = await startServing({ ...environment, DEMO, ...more });
    servers.push(server);
    return server;
  };
  const browser = await theBrowser();
  const { url, demoKey = '' } = await serve('1');
  /** Waits until all servers have received the notification of the key: that it is valid, or no longer. */
  const received = async (key: string, isValid: boolean): Promise<void> => {
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"query":"{ viewer { today } }"}',
    };
    const hasReceived = async (server: Serving) =>
      ((await fetch(`${server.url}/graphql`, request)).status !== 401) === isValid;
    const haveAll = async () => expect(await Promise.all(servers.map(hasReceived))).not.toContain(false);
    await vi.waitFor(haveAll, { timeout: 60_000 });
  };
  return {
    url,
    demoKey,
    database,
    open: (address, options) => open(browser, new URL(address, url).href, options),
    async ask(query, variables) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${demoKey}`, 'content-type': 'application/json', 'accept-language': 'en' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    },
    async key(scopes, destinations, hotels) {
      const rights = {
        channelCode: 'public',
        destinationNumbers: destinations ?? null,
        hotelNumbers: hotels ?? null,
        expiresAt: null,
        clock: systemClock,
      };
      const { key } = await createKey({ database, pepper: PEPPER, name: 'browser', scopes, ...rights });
      await received(key, true);
      return key;
    },
    async revoke(key) {
      await revokeKey({ database, prefix: key, clock: systemClock });
      await received(key, false);
    },
    withoutDemo: async (more) => (await serve('0', more)).url,
    async close() {
      await closePages(browser);
      await Promise.all(servers.map((server) => server.stop()));
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A browser that shows documents given as text, without a gateway. */
export async function startBrowser(): Promise<{
  show(html: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}> {
  const browser = await theBrowser();
  return {
    show: (html, options) => open(browser, 'http://document.test/', options, html),
    close: () => closePages(browser),
  };
}

let launched: Promise<Browser> | null = null;
/** One for all files of a worker, with which it ends. If it dies, the next scene gets another one. Pages have own profiles. */
function theBrowser(): Promise<Browser> {
  launched ??= launchChromium().then((browser) =>
    browser.once('disconnected', () => {
      launched = null;
    }),
  );
  return launched;
}

/** Closes what tests that have failed left open. */
async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  content?: string,
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 900 }, ...options });
  const { origin } = new URL(address);
  const wrong: string[] = [];
  if (content !== undefined) {
    await context.route(address, (route) => route.fulfill({ body: content, contentType: 'text/html; charset=utf-8' }));
  }
  context.on('request', (request) => {
    const asked = request.url();
    if (!/^(?:blob|data):/.test(asked) && !asked.startsWith(`${origin}/`)) wrong.push(`asked for ${asked}`);
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`said ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => wrong.push(`threw ${error}`));
  page.on('crash', () => wrong.push('crashed'));
  page.setDefaultTimeout(60_000);
  await page.goto(address);
  return {
    page,
    async screenshot(name) {
      if (!KEEPS_SCREENSHOTS) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
    },
    async close(expected = []) {
      await context.close();
      const unexpected = wrong.filter((one) => !expected.some((part) => one.includes(part)));
      if (unexpected.length > 0) throw new Error(`the page ${unexpected.join('; the page ')}`);
    },
  };
}

/** The violations that axe finds, with their elements. */
export async function violationsOn(page: Page): Promise<unknown[]> {
  // A colour that is still changing has another contrast than the one it ends with.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))',
  );
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]);
}
