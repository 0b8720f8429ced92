/**
 * A letter as HTML that mail programs show: one column, no pictures, nothing loaded from elsewhere. Colours are inline for
 * programs that drop style sheets; a sheet turns them for those that follow a dark scheme.
 */
import { render } from 'preact-render-to-string';
import type { Fact, Letter, PriceLine, Section } from './letter/letter.ts';

const FONT = 'font-family:system-ui,-apple-system,Roboto,Arial,sans-serif';
const TEXT = 'color:#1d2a2a';
const MUTED = 'color:#53615f';
const ACCENT = 'color:#0d5c5c';

/** `!important` overrides the inline colours. */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { text-decoration: underline; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #121817 !important; }
  .sheet { background-color: #1a2221 !important; border-color: #35413f !important; }
  .text { color: #e9edea !important; }
  .muted { color: #a6b3b0 !important; }
  .accent { color: #74c9bd !important; }
  .line { border-color: #35413f !important; }
  .notice { background-color: #3a2f16 !important; color: #f2d79a !important; }
  .tint { background-color: #22302e !important; }
}
@media (max-width: 480px) {
  .sheet { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; padding: 20px 16px !important; }
  .ground { padding: 0 !important; }
}`;

export function letterAsHtml(letter: Letter): string {
  return `<!doctype html>\n${render(<Page letter={letter} />)}`;
}

function Page({ letter }: { letter: Letter }) {
  const { tag, subject, notice, title, greeting, text, reference, sections, footer } = letter;
  return (
    <html lang={tag}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="date=no" />
        <title>{subject}</title>
        {/* Ours alone, without anything that would need escaping. */}
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body class="ground" style="margin:0;padding:24px 12px;background-color:#f6f4ee">
        <main
          class="sheet text"
          style={`max-width:560px;margin:0 auto;padding:28px;background-color:#ffffff;border:1px solid #dcd7cb;border-radius:10px;${FONT};font-size:16px;line-height:1.5;overflow-wrap:break-word;${TEXT}`}
        >
          {notice && (
            <p
              class="notice"
              style="margin:0 0 20px;padding:10px 14px;background-color:#fdf1d8;color:#6a4600;border-radius:6px;font-weight:600"
            >
              {notice}
            </p>
          )}
          <h1 class="accent" style={`margin:0 0 16px;font-size:24px;line-height:1.25;${ACCENT}`}>
            {title}
          </h1>
          {greeting && <p style="margin:0 0 8px">{greeting}</p>}
          <p style="margin:0 0 20px">{text}</p>
          <p class="tint" style="margin:0;padding:12px 14px;background-color:#eef5f4;border-radius:6px">
            <span class="muted" style={`display:block;font-size:14px;${MUTED}`}>
              {reference.label}
            </span>
            <strong style="font-size:20px;letter-spacing:1px;white-space:nowrap">{reference.value}</strong>
          </p>
          {sections.map((section) => (
            <Part key={section.heading} section={section} />
          ))}
          {footer && (
            <p
              class="muted line"
              style={`margin:28px 0 0;padding-top:14px;border-top:1px solid #dcd7cb;font-size:14px;${MUTED}`}
            >
              {footer}
            </p>
          )}
        </main>
      </body>
    </html>
  );
}

function Part({ section: { heading, facts = [], lines = [], total, sentences = [] } }: { section: Section }) {
  return (
    <section>
      <h2
        class="accent line"
        style={`margin:28px 0 10px;padding-bottom:6px;border-bottom:1px solid #dcd7cb;font-size:18px;line-height:1.3;${ACCENT}`}
      >
        {heading}
      </h2>
      {sentences.map((sentence) => (
        <p key={sentence} style="margin:0 0 8px;white-space:pre-line">
          {sentence}
        </p>
      ))}
      {facts.length > 0 && (
        <dl style="margin:0">
          {facts.map((fact) => (
            <Labelled key={fact.label} fact={fact} />
          ))}
        </dl>
      )}
      {lines.length > 0 && <Lines lines={lines} total={total} />}
    </section>
  );
}

function Labelled({ fact: { label, value, href, linkText } }: { fact: Fact }) {
  return (
    <div style="margin:0 0 10px">
      <dt class="muted" style={`font-size:14px;${MUTED}`}>
        {label}
      </dt>
      <dd style="margin:0;white-space:pre-line">
        {href ? (
          <a class="accent" href={href} style={ACCENT}>
            {linkText ?? value}
          </a>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

/** A table, for it is one; the layout has none. */
function Lines({ lines, total }: { lines: readonly PriceLine[]; total: PriceLine | undefined }) {
  return (
    <table style={`width:100%;border-collapse:collapse;${FONT};font-size:16px`}>
      <tbody>
        {lines.map((line) => (
          <Row key={line.label} line={line} style="padding:4px 0" />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row line={total} style="padding:8px 0 0;border-top:1px solid #dcd7cb;font-weight:700;font-size:18px" />
        </tfoot>
      )}
    </table>
  );
}

function Row({ line: { label, amount }, style }: { line: PriceLine; style: string }) {
  return (
    <tr>
      <th
        class="text line"
        scope="row"
        style={`${TEXT};font-weight:inherit;text-align:left;vertical-align:top;${style}`}
      >
        {label}
      </th>
      <td
        class="text line"
        style={`${TEXT};text-align:right;vertical-align:top;white-space:nowrap;padding-left:12px;${style}`}
      >
        {amount}
      </td>
    </tr>
  );
}
