/**
 * The REST reference: the OpenAPI document at `/openapi.json`, and at `/docs` a page that shows it and sends requests.
 * Neither needs a key or counts against the limit. The page may load, run and call nothing but this server.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Day } from '../../domain/time/civil-date.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { buildOpenApiDocument } from '../../rest/openapi/openapi.ts';
import { ok, toHttpResponse } from '../../rest/rest-response.ts';
import type { ShownKey } from '../demo/demo-key.ts';
import { formatJson, htmlPage, pagePolicy } from './html-page.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import type { AssetPaths, PageAssets } from './page-assets.ts';
import { REFERENCE_STYLE } from './reference-style.ts';

export const DOCUMENT_PATH = '/openapi.json';
export const PAGE_PATH = '/docs';
/** Swagger UI as repackaged here, without the telemetry that its own package installs. */
const SWAGGER_UI = '@fastify/swagger-ui';
/** The page draws small pictures itself. */
const POLICY = pagePolicy({ 'img-src': "'self' data:" });

/** `today` is the business date, after which the examples are dated. */
export function referenceEndpoints(
  open: OpenEndpoint,
  { demoKey, assets, today }: { demoKey: ShownKey; assets: PageAssets; today: () => Day },
): Endpoint[] {
  let current: { day: Day; document: HttpResponse } | null = null;
  const document = () => {
    const day = today();
    if (current?.day !== day) {
      current = { day, document: toHttpResponse(ok(buildOpenApiDocument(day), { 'Cache-Control': 'no-cache' })) };
    }
    return current.document;
  };
  const assetPaths = assets.declare('reference', readReferenceAssets);
  const pages = new Map<string | null, HttpResponse>();
  const page = async ({ headers }: Exchange) => {
    const key = await demoKey.visibleTo(headers);
    const shown = pages.get(key) ?? renderReferencePage(await assetPaths(), key);
    pages.set(key, shown);
    return { ...shown, vary: demoKey.vary };
  };
  return [open(DOCUMENT_PATH, document), open(PAGE_PATH, page)];
}

type ReferenceAsset = 'ui.js' | 'ui.css' | 'start.js';

async function readReferenceAssets(): Promise<Record<ReferenceAsset, Buffer>> {
  const folder = join(dirname(createRequire(import.meta.url).resolve(SWAGGER_UI)), 'static');
  const read = (file: string) => readFile(join(folder, file));
  const [bundle, ui, layout] = await Promise.all([
    read('swagger-ui-bundle.js'),
    read('swagger-ui.css'),
    read('index.css'),
  ]);
  return {
    'ui.js': bundle,
    'ui.css': Buffer.concat([ui, layout, Buffer.from(REFERENCE_STYLE)]),
    'start.js': Buffer.from(`(${showReference})();\n`),
  };
}

function renderReferencePage(assets: AssetPaths<ReferenceAsset>, demoKey: string | null): HttpResponse {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="The REST interface of the gateway: every address with its parameters and answers, to try out.">
    <title>Spa stay booking: REST reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assets['ui.css']}">
    <script type="application/json" id="settings">${formatJson({ document: DOCUMENT_PATH, demoKey })}</script>
  </head>
  <body>
    <noscript>The reference needs JavaScript. <a href="${DOCUMENT_PATH}">The OpenAPI document</a> does not.</noscript>
    <div id="swagger-ui"></div>
    <script src="${assets['ui.js']}"></script>
    <script src="${assets['start.js']}"></script>
  </body>
</html>
`;
  return htmlPage(html, { policy: POLICY });
}

/** Browser globals of the function below, which is sent as text. */
declare const document: {
  querySelector(selector: string): { textContent: string };
  readonly documentElement: { readonly classList: { toggle(name: string, isOn: boolean): void } };
};
declare function matchMedia(query: string): { readonly matches: boolean; onchange: (() => void) | null };
declare const SwaggerUIBundle: {
  (options: Readonly<Record<string, unknown>>): { preauthorizeApiKey(scheme: string, key: string): void };
  readonly presets: { readonly apis: unknown };
};

function showReference(): void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', scheme.matches);
  scheme.onchange = follow;
  follow();
  const settings = JSON.parse(document.querySelector('#settings').textContent) as {
    document: string;
    demoKey: string | null;
  };
  const ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: settings.document,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    // This layout has no input for the address of another document.
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    onComplete: () => {
      if (settings.demoKey !== null) ui.preauthorizeApiKey('bearer', settings.demoKey);
    },
  });
}
