/** The route of requests that belong to none. */
export const NO_ROUTE = 'none';
/** The route of what is no request that could be routed. */
export const UNREADABLE = 'unreadable';
/** Tells of every request that the framework has answered. Register it first. */
export function observeRequests(fastify, observe) {
    fastify.decorateReply('about', null);
    fastify.addHook('onResponse', (request, reply, done) => {
        observe(answeredBy(reply, request.routeOptions.url ?? NO_ROUTE));
        done();
    });
}
/** What is said of a request of a route that was answered with `reply`. */
export function answeredBy(reply, route) {
    const { request, statusCode: status, elapsedTime: durationMs } = reply;
    return { requestId: request.id, method: request.method, route, status, durationMs, about: reply.about ?? null };
}
//# sourceMappingURL=request-observer.js.map