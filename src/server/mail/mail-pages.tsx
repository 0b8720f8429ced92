/** The pages that show the mails of the demo: the list, and one of them as its reader sees it, as text, and for a calendar. */

import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { KeptMail } from '../../data/generated/prisma/client.ts';

/** A style sheet of its own: the policy of pages forbids styles within them. */
export const MAIL_PAGE_STYLES = `
:root { color-scheme: light dark; --ground: #f6f4ee; --surface: #fff; --text: #1d2a2a; --muted: #53615f; --line: #dcd7cb; --accent: #0d5c5c; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121817; --surface: #1a2221; --text: #e9edea; --muted: #a6b3b0; --line: #35413f; --accent: #74c9bd; }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 2.5rem) 4rem; }
a { color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.3; }
.note, dt, time { color: var(--muted); }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: .75rem 0; border-top: 1px solid var(--line); }
li a { font-weight: 600; }
li span { display: block; font-size: .9rem; }
dl { margin: 0 0 1rem; }
dd { margin: 0 0 .5rem; }
iframe { width: 100%; height: 80rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); white-space: pre-wrap; font: inherit; }
summary { cursor: pointer; margin: 1rem 0; }
`;

/** @param styles the address of the style sheet */
export function mailListPage(
  mails: readonly Pick<KeptMail, 'number' | 'keptAt' | 'toEmail' | 'subject'>[],
  styles: string,
): string {
  return pageOf(
    'E-mails of the demo',
    styles,
    <>
      <p class="note">
        In demo mode without MAIL_URL no mail is sent. The newest 100 are kept and shown here.{' '}
        <a href="/">Book a stay</a>
      </p>
      {mails.length === 0 && <p>There is none yet. Book a stay, and come back a second later.</p>}
      <ul>
        {mails.map(({ number, keptAt, toEmail, subject }) => (
          <li key={number}>
            <a href={`/mail/${number}`}>{subject}</a>
            <span>
              to {toEmail}, <Instant at={keptAt} />
            </span>
          </li>
        ))}
      </ul>
    </>,
  );
}

export function mailPage(
  { number, keptAt, toName, toEmail, subject, text, calendar, messageId }: KeptMail,
  styles: string,
): string {
  return pageOf(
    subject,
    styles,
    <>
      <p>
        <a href="/mail">All e-mails of the demo</a>
      </p>
      <dl>
        <dt>To</dt>
        <dd>
          {toName} &lt;{toEmail}&gt;
        </dd>
        <dt>When</dt>
        <dd>
          <Instant at={keptAt} />
        </dd>
        <dt>Message-ID</dt>
        <dd>{messageId}</dd>
        {calendar !== null && (
          <>
            <dt>Attached</dt>
            <dd>
              <a href={`/mail/${number}/stay.ics`}>stay.ics</a>
            </dd>
          </>
        )}
      </dl>
      {/* Nothing in it may run, and it has no origin. */}
      <iframe title="The mail as HTML" sandbox="" src={`/mail/${number}/html`} />
      <details>
        <summary>As plain text</summary>
        <pre>{text}</pre>
      </details>
    </>,
  );
}

function pageOf(title: string, styles: string, children: ComponentChildren): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {/* Browsers ask for /favicon.ico otherwise. */}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${render(page)}`;
}

function Instant({ at }: { at: Date }) {
  const text = at.toISOString();
  return <time dateTime={text}>{`${text.slice(0, 10)} ${text.slice(11, 16)} UTC`}</time>;
}
