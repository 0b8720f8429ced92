/**
 * `/mail`: the mails that the demo keeps instead of sending them (S17), for visitors who may see the demo key. For everybody else,
 * and outside of demo mode, there is nothing: 404. A mail is shown in a sandboxed frame under a policy of its own.
 */
import type { Database } from '../../data/database/database.ts';
import type { KeptMail } from '../../data/generated/prisma/client.ts';
import { findKeptMail, listKeptMails } from '../../data/kept-mails.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { HttpResponse } from '../../http/response/response.ts';
import { failure, toHttpResponse } from '../../rest/rest-response.ts';
import type { ShownKey } from '../demo/demo-key.ts';
import { htmlPage, pagePolicy } from '../pages/html-page.ts';
import type { OpenEndpoint } from '../pages/open-endpoint.ts';
import type { PageAssets } from '../pages/page-assets.ts';
import { MAIL_PAGE_STYLES, mailListPage, mailPage } from './mail-pages.tsx';

const PAGE_POLICY = pagePolicy({
  'script-src': "'none'",
  'img-src': 'data:',
  'connect-src': "'none'",
  'frame-src': "'self'",
});
/** Styles within it are how mails are written. `sandbox` holds when it is opened by itself, too. */
const MAIL_POLICY = pagePolicy({
  'script-src': "'none'",
  'style-src': "'unsafe-inline'",
  'img-src': "'none'",
  'connect-src': "'none'",
  'frame-ancestors': "'self'",
  sandbox: '',
});

/** An integer that PostgreSQL has. */
const NUMBER = /^[1-9]\d{0,8}$/;

export function mailEndpoints(
  open: OpenEndpoint,
  { database, demoKey, assets }: { database: Database; demoKey: ShownKey; assets: PageAssets },
): Endpoint[] {
  const stylesOf = assets.declare('mail', async () => ({ 'mail.css': Buffer.from(MAIL_PAGE_STYLES) }));
  const forVisitors =
    (respond: (exchange: Exchange) => Promise<HttpResponse | null>) =>
    async (exchange: Exchange): Promise<HttpResponse> => {
      const mayLook = (await demoKey.visibleTo(exchange.headers)) !== null;
      const response = (mayLook ? await respond(exchange) : null) ?? toHttpResponse(failure(404));
      return { ...response, isPage: true, vary: demoKey.vary };
    };
  const withMail = (path: string, respond: (mail: KeptMail) => Promise<HttpResponse> | HttpResponse | null): Endpoint =>
    open(
      path,
      forVisitors(async ({ params: { number = '' } }) => {
        const mail = NUMBER.test(number) ? await findKeptMail(database, Number(number)) : null;
        return mail && respond(mail);
      }),
    );
  return [
    open(
      '/mail',
      forVisitors(async () => {
        const { 'mail.css': styles } = await stylesOf();
        return uncached(htmlPage(mailListPage(await listKeptMails(database), styles), { policy: PAGE_POLICY }));
      }),
    ),
    withMail('/mail/:number', async (mail) =>
      uncached(htmlPage(mailPage(mail, (await stylesOf())['mail.css']), { policy: PAGE_POLICY })),
    ),
    withMail('/mail/:number/html', ({ html }) => {
      const page = uncached(htmlPage(html, { policy: MAIL_POLICY }));
      return { ...page, headers: { ...page.headers, 'X-Frame-Options': 'SAMEORIGIN' } };
    }),
    withMail('/mail/:number/stay.ics', ({ calendar }) =>
      calendar === null
        ? null
        : {
            status: 200,
            headers: {
              'Content-Type': 'text/calendar; charset=utf-8',
              'Content-Disposition': 'attachment; filename="stay.ics"',
              'Cache-Control': 'no-store',
            },
            bytes: Buffer.from(calendar),
          },
    ),
  ];
}

/** No cache stores the response, because mails contain personal data. */
function uncached({ headers: { 'Content-Language': _, ETag: __, ...headers }, ...page }: HttpResponse): HttpResponse {
  return { ...page, headers: { ...headers, 'Cache-Control': 'no-store' } };
}
