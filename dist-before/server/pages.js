const READY_TIMEOUT_MS = 2_000;
/** Registers `/health` and `/ready`. */
export function registerPages(fastify, { database, log }) {
    fastify.decorate('gatewayIsDraining', false);
    fastify.get('/health', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'alive' }));
    fastify.get('/ready', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
        const reason = fastify.gatewayIsDraining ? 'draining' : (await isReachable(database, log)) ? null : 'database';
        if (reason === null)
            return reply.send({ ready: true });
        return reply.code(503).header('Retry-After', '1').send({ ready: false, reason });
    });
}
async function isReachable({ prisma }, log) {
    let timer;
    const timeout = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('the database did not answer in time')), READY_TIMEOUT_MS);
    });
    try {
        await Promise.race([prisma.$queryRaw `SELECT 1`, timeout]);
        return true;
    }
    catch (error) {
        log.warn(error, 'database away');
        return false;
    }
    finally {
        clearTimeout(timer);
    }
}
//# sourceMappingURL=pages.js.map