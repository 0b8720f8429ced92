/**
 * The limit of requests per minute and API key. Each process counts for itself, or all of them together in Redis; when that
 * is away, requests pass uncounted: a limit that cannot be kept is no reason to sell nothing. Every answer tells what is
 * left (`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`), and one that is refused when to come back.
 */
import rateLimit, {} from '@fastify/rate-limit';
import { Redis } from 'ioredis';
/** Health checks and pages are not counted, whatever spelling of their addresses is asked for. */
const UNCOUNTED = new Set(['/', '/health', '/ready', '/metrics']);
const NAMES_IN_REDIS = 'spa-stay-gateway:requests:';
const REDIS_TIMEOUT_MS = 500;
const LONGEST_PAUSE_MS = 2_000;
/** Registers the limit. `holderOf` names whose request it is: a key, or where it comes from. */
export async function registerRateLimit(fastify, { perMinute, redisUrl, counts, holderOf, log, }) {
    const redis = redisUrl === null ? null : connect(redisUrl, log);
    if (redis)
        fastify.addHook('onClose', async () => redis.disconnect());
    await fastify.register(rateLimit, {
        max: perMinute,
        timeWindow: '1 minute',
        enableDraftSpec: true,
        keyGenerator: holderOf,
        allowList: ({ routeOptions }) => UNCOUNTED.has(routeOptions.url ?? ''),
        // The error handlers give it the shape of the interface that was called.
        errorResponseBuilder: () => ({ statusCode: 429 }),
        ...(redis ? { redis, nameSpace: NAMES_IN_REDIS, skipOnError: true } : { store: storeOver(counts) }),
    });
}
/** The counts as the limiter takes them. */
function storeOver(counts) {
    return class Store {
        incr(holder, done) {
            done(null, counts.add(holder));
        }
        // Routes have no limits of their own.
        child() {
            return this;
        }
    };
}
function connect(url, log) {
    const redis = new Redis(url, {
        connectTimeout: REDIS_TIMEOUT_MS,
        commandTimeout: REDIS_TIMEOUT_MS,
        maxRetriesPerRequest: 0,
        // While it is away a request is not to wait for it.
        enableOfflineQueue: false,
        retryStrategy: (attempts) => Math.min(attempts * 100, LONGEST_PAUSE_MS),
    });
    let isAway = false;
    redis.on('error', (error) => {
        // Told once, not at every attempt to connect; the address may hold a password.
        if (!isAway)
            log.warn({ code: error.code }, 'the shared rate limit is away: requests pass uncounted');
        isAway = true;
    });
    redis.on('ready', () => {
        if (isAway)
            log.info('the shared rate limit is back');
        isAway = false;
    });
    return redis;
}
//# sourceMappingURL=rate-limit.js.map