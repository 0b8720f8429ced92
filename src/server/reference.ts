/**
 * The REST reference: the OpenAPI document at `/openapi.json`, and at `/docs` a page that shows it and sends requests. Neither
 * needs a key or counts as a request. The page is served whole by this server, and may load, run and call nothing else.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Day } from '../domain/civil-date.ts';
import type { FinishedAnswer } from '../operations/answer-store.ts';
import { finished, found } from '../rest/answer.ts';
import { openApiDocument } from '../rest/openapi.ts';
import { sendRepresentation } from '../rest/plugin.ts';

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
export async function registerReference(
  fastify: FastifyInstance,
  { demoKey, today }: { demoKey: string | null; today: () => Day },
): Promise<void> {
  let made: { day: Day; document: object; answer: FinishedAnswer } | null = null;
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
    await scope.register(swagger, { mode: 'static', specification: { document: current().document as never } });
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
async function forNobodyToKeep(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('Cache-Control', 'private, no-store');
}

/** In the page's script, into which the function below is written as text. */
declare const ui: { preauthorizeApiKey(scheme: 'bearer', key: string): void };
declare const config: { readonly demoKey: string };

function fillInDemoKey(): void {
  ui.preauthorizeApiKey('bearer', config.demoKey);
}
