/**
 * The REST reference: the OpenAPI document at `/openapi.json`, and at `/docs` a page that shows it and sends requests. Neither
 * needs a key or counts as a request. The page is served whole by this server, and may load, run and call nothing else.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { finished, found } from '../rest/answer.js';
import { openApiDocument } from '../rest/openapi.js';
import { sendRepresentation } from '../rest/plugin.js';
const DOCUMENT_PATH = '/openapi.json';
const PAGE_PATH = '/docs';
/** Everything from this server; the page sets single styles and draws small pictures itself. */
const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
].join(';');
/** Registers both. `today` is the business date, after which the examples ask. */
export async function registerReference(fastify, { demoKey, today }) {
    let made = null;
    const current = () => {
        const day = today();
        if (made?.day !== day) {
            const document = openApiDocument(day);
            made = { day, document, answer: finished(found(document, { 'Cache-Control': 'no-cache' })) };
        }
        return made;
    };
    fastify.get(DOCUMENT_PATH, (_request, reply) => sendRepresentation(reply, current().answer));
    await fastify.register(async (scope) => {
        await scope.register(swagger, { mode: 'static', specification: { document: current().document } });
        await scope.register(swaggerUi, {
            routePrefix: PAGE_PATH,
            staticCSP: POLICY,
            transformSpecification: () => current().document,
            transformSpecificationClone: false,
            theme: { title: 'Spa stay booking: REST reference' },
            uiHooks: { onRequest: forNobodyToKeep },
            uiConfig: {
                // Without the bar that asks for the address of another document.
                layout: 'BaseLayout',
                docExpansion: 'list',
                defaultModelsExpandDepth: 0,
                tryItOutEnabled: true,
                ...(demoKey === null ? {} : { demoKey, onComplete: fillInDemoKey }),
            },
        });
    });
}
/** The demo key may stand in it. */
async function forNobodyToKeep(_request, reply) {
    reply.header('Cache-Control', 'private, no-store');
}
function fillInDemoKey() {
    ui.preauthorizeApiKey('bearer', config.demoKey);
}
//# sourceMappingURL=reference.js.map