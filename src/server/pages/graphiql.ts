/**
 * GraphiQL at `/graphql` for browsers. It works without internet and opens with examples. The page is small and rebuilt
 * only when its content changes; scripts, styles and workers are assets shared by all.
 */
import type { ApiKeys } from '../../data/keys/key-lookup.ts';
import { languagesOf } from '../../domain/text/locale.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import type { RequestContext, Services } from '../../operations/access/request-context.ts';
import { ONLY_TRUSTED_NOTICE } from '../graphql/trusted-documents.ts';
import { authorizationHeader, loadExampleTabs } from './example-operations.ts';
import { readGraphiQLParts } from './graphiql-parts.ts';
import { formatJson, htmlPage, pagePolicy } from './html-page.ts';
import type { AssetPaths, PageAssets } from './page-assets.ts';

/** The editor writes inline styles, embeds a font and small pictures in them, and starts workers. */
const POLICY = pagePolicy({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': 'data:',
  'worker-src': "'self'",
});

/** Runs before the editor's script, which needs to know where its workers are. */
const SCRIPT_START = `const settings = JSON.parse(document.querySelector('#settings').textContent);
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => settings.workers[label] };
`;
const SCRIPT_END = `;
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), settings.options);
`;
/** On focus GraphiQL moves a tab from under the pointer, so that the first click on it does nothing. */
const FIXED_TABS_STYLE = '.graphiql-tab{transform:none!important}';

/** Makes the page, with the demo key filled in if given. */
export type Explorer = (demoKey: string | null) => Promise<HttpResponse>;

/** Where other operations are refused (`onlyTrusted`), the page says so. */
export function createExplorer({
  services,
  apiKeys,
  assets,
  onlyTrusted,
}: {
  services: Services;
  apiKeys: ApiKeys;
  assets: PageAssets;
  onlyTrusted: boolean;
}): Explorer {
  const assetPaths = assets.declare('graphiql', readExplorerAssets);
  const pages = new Map<string | null, { context: RequestContext | null; page: Promise<HttpResponse> }>();

  async function make(demoKey: string | null, context: RequestContext | null): Promise<HttpResponse> {
    const headers = authorizationHeader(demoKey);
    const defaultTabs = onlyTrusted
      ? [{ query: ONLY_TRUSTED_NOTICE, headers }]
      : await loadExampleTabs(context, headers);
    return renderExplorerPage(await assetPaths(), {
      title: 'spa-stay-gateway',
      subscriptionsProtocol: 'SSE',
      defaultEditorToolsVisibility: 'headers',
      // The demo key is public; no other key may stay behind in a browser.
      shouldPersistHeaders: demoKey !== null,
      headers,
      defaultHeaders: headers,
      defaultTabs,
    });
  }

  return async (demoKey) => {
    const caller = demoKey === null ? null : await apiKeys.authenticate(demoKey);
    const context = caller && (await services.open({ caller, languages: languagesOf(undefined), deadline: null }));
    const cached = pages.get(demoKey);
    if (cached && isSameSession(cached.context, context)) return cached.page;
    const page = make(demoKey, context);
    pages.set(demoKey, { context, page });
    page.catch(() => {
      if (pages.get(demoKey)?.page === page) pages.delete(demoKey);
    });
    return page;
  };
}

/** Whether both contexts lead to the same examples, which are about a stay that can be booked. */
function isSameSession(before: RequestContext | null, now: RequestContext | null): boolean {
  if (before === null || now === null) return before === now;
  return before.today === now.today && before.dependencies.recorded().isFresh();
}

async function readExplorerAssets(): Promise<Record<ExplorerAsset, Buffer>> {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await readGraphiQLParts();
  if (!js.includes('renderYogaGraphiQL')) throw new Error('GraphiQL came without the function that shows it');
  return {
    'main.js': Buffer.concat([Buffer.from(SCRIPT_START), js, Buffer.from(SCRIPT_END)]),
    'style.css': Buffer.concat([css, Buffer.from(FIXED_TABS_STYLE)]),
    'editor.js': editorWorkerService,
    'json.js': jsonWorker,
    'graphql.js': graphqlWorker,
  };
}

type ExplorerAsset = 'main.js' | 'style.css' | 'editor.js' | 'json.js' | 'graphql.js';

function renderExplorerPage(
  assets: AssetPaths<ExplorerAsset>,
  options: Readonly<Record<string, unknown>>,
): HttpResponse {
  const workers = { editorWorkerService: assets['editor.js'], json: assets['json.js'], graphql: assets['graphql.js'] };
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${options.title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assets['style.css']}">
    <script type="application/json" id="settings">${formatJson({ workers, options })}</script>
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="${assets['main.js']}"></script>
  </body>
</html>
`;
  return htmlPage(html, { policy: POLICY });
}
