import { Command } from 'commander';
import { readConfig } from '../server/config.js';
/** `serve`: the server. */
export function serveCommand() {
    return new Command('serve')
        .description('bring the database up to date and answer requests until SIGTERM')
        .addHelpText('after', `
Configured by the environment:
  PORT, HOST             where to listen (4000 on 127.0.0.1; PORT=0: any free port)
  DATABASE_URL           a PostgreSQL; without it an embedded database in DATA_DIR
  DATA_DIR               folder of the embedded database and the demo key (.data)
  DEMO                   1: load the demo catalogue into an empty database; 0: never
                         (not set: only into an embedded one)
  BUSINESS_TIME_ZONE     whose today counts (Europe/Prague)
  CORS_ORIGINS           origins of pages that may call, separated by commas
  API_KEY_PEPPER         secret under which API keys are hashed; required with DATABASE_URL
  LOG_LEVEL              trace, debug, info, warn, error, fatal or silent (info)
  RATE_LIMIT_PER_MINUTE  requests per API key (600; 0: no limit)
  RESPONSE_STORE_MB      size of the store of finished responses (64; 0: none)
  METRICS_PORT           where to read Prometheus metrics (/metrics on PORT, for this machine)
  OTEL_EXPORTER_OTLP_ENDPOINT
                         where to send traces; OTEL_... as OpenTelemetry reads them (none)
  TRUSTED_DOCUMENTS      file of GraphQL documents that clients name by id (none)
  TRUSTED_DOCUMENTS_ONLY 1: nothing else is executed over GraphQL

Examples:
  spa-stay-gateway serve
  PORT=0 DATA_DIR=/var/lib/spa spa-stay-gateway serve
  DATABASE_URL=postgresql://spa@db/spa API_KEY_PEPPER=... HOST=0.0.0.0 spa-stay-gateway serve`)
        .action(async () => {
        const config = readConfig(process.env);
        const { serve } = await import('../server/main.js');
        await serve(config);
    });
}
//# sourceMappingURL=serve.js.map