/**
 * The application, wired but not listening. Requests go to GraphQL, REST, the tools of agents, the files below `/manage`, or the pages, all
 * through one listener (`http/listener.ts`).
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { Epochs } from '../data/cache/epochs.ts';
import { chain } from '../data/cache/maybe-promise.ts';
import type { Database } from '../data/database/database.ts';
import { ClockOff, type DatabaseClock, guardWrites } from '../data/database/database-clock.ts';
import { MAILS, WEBHOOKS } from '../data/deliveries/recipients.ts';
import type { ApiKeys, KeyMaker } from '../data/keys/key-lookup.ts';
import type { SizesAtEpoch } from '../data/reads/catalogue-size.ts';
import { dayInTimeZone } from '../domain/time/civil-date.ts';
import { type Clock, type Scheduler, systemScheduler } from '../domain/time/clock.ts';
import { Documents } from '../graphql/execution/documents.ts';
import { Executor } from '../graphql/execution/executor.ts';
import { schema } from '../graphql/schema/schema.ts';
import { UNREADABLE_REQUEST } from '../http/exchange.ts';
import { createRateLimits, type RateLimits } from '../http/limits/rate-limits.ts';
import { createListener } from '../http/listener.ts';
import { type AllowedOrigins, BaseHeadersByOrigin } from '../http/response/base-headers.ts';
import { createResponseCache } from '../http/response/response-cache.ts';
import { mcpEndpoints } from '../mcp/mcp-endpoints.ts';
import type { Services } from '../operations/access/request-context.ts';
import { createServices } from '../operations/access/services.ts';
import type { LimitCounts } from '../operations/limit-counts.ts';
import type { CursorSigner } from '../operations/search/cursors.ts';
import { answerToUnreadable, restEndpoints } from '../rest/endpoints.ts';
import { bookingFileEndpoints } from '../rest/manage/booking-file-endpoints.ts';
import { bringsCatalogue, catalogueEndpoints } from '../rest/manage/catalogue-endpoints.ts';
import { LongEndpoints } from '../rest/manage/long-endpoints.ts';
import type { Config } from './config.ts';
import { startDeliveries } from './deliveries.ts';
import { type ShownKey, watchShownKey } from './demo/demo-key.ts';
import { pictureAddresses } from './demo/picture-address.ts';
import { createGraphQLAnswers } from './graphql/graphql-answers.ts';
import { graphqlEndpoints } from './graphql/graphql-endpoint.ts';
import { PersistedDocuments } from './graphql/persisted-documents.ts';
import { RegisteredDocuments } from './graphql/registered-documents.ts';
import { openTrustedDocuments, type TrustedDocuments } from './graphql/trusted-documents.ts';
import { createGuards, type Guards } from './guards.ts';
import { createHttpServer } from './http-server.ts';
import { createBookingLinks } from './mail/booking-links.ts';
import { mailEndpoints } from './mail/mail-endpoints.ts';
import { NO_MAIL, openMail } from './mail/open-mail.ts';
import { createExplorer } from './pages/graphiql.ts';
import { createOpenEndpoints, unknownEndpoint } from './pages/open-endpoint.ts';
import { PageAssets } from './pages/page-assets.ts';
import { type OtherPages, pageEndpoints } from './pages/page-endpoints.ts';
import { referenceEndpoints } from './pages/reference.ts';
import { formatUrl } from './process/announcement.ts';
import { watchClock } from './process/clock-watch.ts';
import { recordKeyUses } from './process/key-uses.ts';
import { stateEndpoints } from './process/service-state.ts';
import { sweepPeriodically } from './process/sweep.ts';
import { Subscriptions } from './subscriptions/subscriptions.ts';
import { logDeliveries } from './telemetry/delivery-log.ts';
import { failureCounts, reportFailure, reportResultError } from './telemetry/failures.ts';
import { type Logger, requestLog } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { metricsEndpoint } from './telemetry/metrics-page.ts';
import type { Tracing } from './telemetry/tracing.ts';

/** How long a request may read, in milliseconds. Bookings have limits of their own. */
const OPERATION_TIMEOUT_MS = 10_000;
/** In place of the id of a request, for failures that no request reports: of deliveries, of publishing events, of what is followed. */
const BACKGROUND = 'background';

export interface AppParts {
  config: Config;
  database: Database;
  epochs: Epochs;
  apiKeys: ApiKeys & KeyMaker;
  cursors: CursorSigner;
  clock: Clock;
  /** The clock that the machine's is compared with. Null or omitted: there is none, as with an embedded database. */
  databaseClock?: DatabaseClock | null;
  log: Logger;
  /** The key with which demo mode started; null outside demo mode. */
  demoKey: string | null;
  /** The key of the demo's desk; null or omitted: there is none. */
  deskKey?: string | null;
  /** How large the catalogue is. Default: as large as usual. */
  catalogueSizes?: SizesAtEpoch;
  /** Null or omitted: tracing is off. */
  tracing?: Tracing | null;
  /** For tests: overrides `OPERATION_TIMEOUT_MS`. */
  operationTimeoutMs?: number;
  /** For tests: in place of the machine's timers, for subscriptions. */
  schedule?: Scheduler;
  /** For tests: how long a catalogue file may make no progress. */
  uploadIdleMs?: number;
  /** For tests: in place of the built pages. */
  pages?: OtherPages;
  /** For tests: overrides `REQUEST_TIMEOUT_MS`, in which a client sends a request. */
  requestTimeoutMs?: number;
  /** For tests: overrides `READER_STALL_MS`, in which a reader takes something. */
  readerStallMs?: number;
}

export interface App {
  readonly server: Server;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly guards: Guards;
  /** From now on `/ready` answers 503, and subscriptions end so that their clients go elsewhere. */
  drain(): void;
  close(): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { config, epochs, apiKeys, cursors, clock, databaseClock = null, log, tracing = null } = parts;
  const written = databaseClock ? guardWrites(parts.database, databaseClock) : parts.database;
  const database = tracing ? { ...written, transact: tracing.transact(written.transact) } : written;
  const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = parts;
  const { businessTimeZone } = config;
  const { schedule = systemScheduler } = parts;
  const onFailure = (error: unknown) => {
    // What runs again and again would say the same each time.
    if (!(error instanceof ClockOff)) reportFailure(log, error, BACKGROUND);
  };
  const mail = openMail(config, { isDemo: parts.demoKey !== null });
  const showsMail = mail?.send === null;
  log.info(mail?.says ?? NO_MAIL);
  if (!config.deliveries) log.info('this process sends no mails and calls no webhooks: DELIVERIES=0');
  const ownAddress = (): string | null => {
    const [host] = config.publicHosts;
    const address = server.address() as AddressInfo | null;
    return host ? `https://${host}` : address && formatUrl(address);
  };
  const services = createServices({
    ...{ database, epochs, apiKeys, clock, businessTimeZone, cursors, schedule, onFailure },
    ...{ allowPrivateWebhooks: config.webhooksAllowPrivate, publicLimits: config.publicLimits },
    recipients: mail === null ? [WEBHOOKS] : [WEBHOOKS, MAILS],
    ...(parts.catalogueSizes && { catalogueSizes: parts.catalogueSizes }),
    cachedVisitTypes: config.cachedVisitTypes,
    imageAddress: pictureAddresses(ownAddress),
  });
  const deliveryLog = logDeliveries(log, schedule);
  const deliveries = startDeliveries({
    ...{ database, clock, schedule, events: services.events, onFailure, mail, businessTimeZone },
    ...{ limits: services.limits, allowPrivateWebhooks: config.webhooksAllowPrivate },
    linkTo: createBookingLinks({
      ...{ apiKeys, cursors, shopKey: config.pagesKey ?? parts.demoKey },
      origin: () => (config.publicHosts.length > 0 || parts.demoKey !== null ? ownAddress() : null),
    }),
    ...{ isOn: config.deliveries, onTried: deliveryLog.tried, trace: tracing?.delivery ?? null },
  });
  const subscriptions = new Subscriptions({
    ...{ max: config.subscriptionsMax, epochs, clock, schedule, limits: services.limits, onFailure },
  });
  const responseCache = createResponseCache({ megabytes: config.responseStoreMb, clock, businessTimeZone });
  const metrics = createMetrics({
    ...{ database, epochs, services, responseCache, subscriptions, deliveries, clock, databaseClock },
    failures: failureCounts(log),
  });
  const documents: Documents = new Documents(schema, { isTrusted: (text) => trusted?.has(text) ?? false });
  const { trustedDocuments } = config;
  const trusted: TrustedDocuments | null =
    trustedDocuments &&
    openTrustedDocuments(trustedDocuments, {
      schema,
      schedule,
      onChange(texts) {
        for (const text of texts) documents.forget(text);
        log.info({ changed: texts.length }, 'the trusted documents have changed');
      },
      onEmpty: () =>
        log.warn({ path: trustedDocuments.path }, 'the folder of trusted documents is empty; it may be filled later'),
      onBroken: (reason) => log.warn({ reason }, 'the trusted documents stay as they were'),
    });
  const persisted = new PersistedDocuments({ documents, registered: new RegisteredDocuments(), trusted });
  const executor = new Executor({
    documents,
    trace: tracing?.operation ?? null,
    report: (error) => reportResultError(log, error),
  });
  const graphql = createGraphQLAnswers({
    ...{ documents, executor, services, operationTimeoutMs, responseCache, subscriptions, persisted },
  });
  const watched = { apiKeys, epochs, log };
  const demoKey = watchShownKey({ ...watched, key: parts.demoKey, publicHosts: config.publicHosts });
  const deskKey = watchShownKey({ ...watched, key: parts.deskKey ?? null, publicHosts: [], name: 'desk' });
  const assets = new PageAssets();
  const explorer = config.graphiql
    ? createExplorer({ services, apiKeys, assets, onlyTrusted: trusted?.only ?? false })
    : null;
  const today = () => dayInTimeZone(clock.now(), businessTimeZone);
  const rateLimits = openRateLimits(config, log, services.limits);
  const guards = createGuards(config, { limits: services.limits, readerStallMs: parts.readerStallMs });
  const open = createOpenEndpoints(log);
  const report = (error: unknown, requestId: string) => reportFailure(log, error, requestId);
  const long = new LongEndpoints(report);
  const catalogue = catalogueEndpoints({
    ...{ database, epochs, apiKeys, today, clock, long },
    importLimitMb: config.importLimitMb,
    folder: database.kind === 'embedded' ? config.dataDir : tmpdir(),
    uploadIdleMs: parts.uploadIdleMs,
  });
  const pages = pageEndpoints(open, {
    ...{ config, graphql, apiKeys, rateLimits, demoKey, deskKey, watched, assets, mail: showsMail },
    ...{ hasMail: services.hasMail, otherPages: parts.pages, today },
  });
  const unknown = unknownEndpoint(
    log,
    pages.find(({ path }) => path === '/'),
  );
  const baseHeaders = new BaseHeadersByOrigin(allowedOrigins(config, parts.demoKey === null ? null : demoKey));
  let isDraining = false;
  const listener = createListener({
    endpoints: [
      ...graphqlEndpoints({ graphql, explorer, demoKey, apiKeys, log }),
      ...restEndpoints({ schema, executor, apiKeys, operationTimeoutMs, services, responseCache, report }),
      ...mcpEndpoints({ schema, executor, services, apiKeys, operationTimeoutMs, baseHeaders, today, report }),
      ...catalogue,
      ...bookingFileEndpoints({ services, apiKeys, long }),
      ...pages,
      ...(showsMail ? mailEndpoints(open, { database, demoKey, assets }) : []),
      ...referenceEndpoints(open, { demoKey, assets, today }),
      assets.endpoint(open),
      ...stateEndpoints(open, { database, databaseClock, log, isDraining: () => isDraining }),
      ...(config.metricsPort === null ? [metricsEndpoint(unknown, metrics)] : []),
      unknown,
    ],
    unreadable: answerToUnreadable,
    apiKeys,
    baseHeaders,
    rateLimits,
    proxies: guards.proxies,
    unsent: guards.unsent,
    observers: [metrics.answered, requestLog(log), tracing?.answered].filter((observer) => observer != null),
    report,
  });
  const server: Server = createHttpServer(
    tracing ? (request, response) => tracing.serve(request, response, () => listener(request, response)) : listener,
    {
      // An endpoint of large bodies asks for the body when it reads it, so that a refused one is never sent.
      delaysContinue: bringsCatalogue,
      requestTimeoutMs: parts.requestTimeoutMs,
      connections: guards.connections,
      onUnreadable: (status) => metrics.answered({ ...UNREADABLE_REQUEST, status }),
    },
  );
  const clockWatch = databaseClock && watchClock(databaseClock, { schedule, log });
  const mayWrite = clockWatch?.mayWrite;
  const stopSweeping = sweepPeriodically({ database, clock, schedule, log, config, mayWrite });
  const stopPublishing = services.events.start();
  const stopRecordingUses = recordKeyUses(apiKeys, log, databaseClock);
  return {
    server,
    services,
    metrics,
    guards,
    drain() {
      isDraining = true;
      services.events.drain();
      deliveries.drain();
      subscriptions.drain();
    },
    async close() {
      clockWatch?.stop();
      stopSweeping();
      trusted?.close();
      subscriptions.drain();
      await stopPublishing();
      await deliveries.stop();
      deliveryLog.stop();
      await long.close();
      rateLimits?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await stopRecordingUses();
    },
  };
}

function openRateLimits(config: Config, log: Logger, counts: LimitCounts): RateLimits | null {
  const { rateLimitPerMinute: requests, rateLimitCostPerMinute: cost, redisUrl } = config;
  const onChange = ({ isAway, code }: { isAway: boolean; code?: string | undefined }) => {
    if (isAway) log.warn({ code }, 'the shared rate limit is away: requests pass uncounted');
    else log.info('the shared rate limit is back');
  };
  return createRateLimits({ requests, cost }, redisUrl === null ? null : { url: redisUrl, onChange }, counts);
}

/** The origins whose pages may read answers. `demoKey` is null outside demo mode. */
function allowedOrigins(
  { corsOrigins }: Config,
  demoKey: ShownKey | null,
): ConstructorParameters<typeof BaseHeadersByOrigin>[0] {
  if (corsOrigins !== null) return corsOrigins.includes('*') ? '*' : corsOrigins;
  if (!demoKey) return [];
  return () => chain(demoKey.current(), (key): AllowedOrigins => (key === null ? null : '*'));
}
