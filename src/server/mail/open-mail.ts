/** Whether and how this process delivers mail, by its configuration (S17). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mailbox } from '../../mail/letter/booking-mail.ts';
import type { Stationery } from '../../mail/render-mail.ts';
import { createSender, type SendMail } from '../../mail/sending/smtp.ts';
import { TEXTS, type TextsByLocale } from '../../mail/texts/index.ts';
import { replaceTexts } from '../../mail/texts/replaced-texts.ts';
import { type Config, ConfigError } from '../config.ts';

export interface OpenMail {
  readonly stationery: Stationery;
  /** Null: mails are stored, for the demo to show. */
  readonly send: SendMail | null;
  /** For the log, without names and passwords. */
  readonly says: string;
}

/** The sender of mails that nobody sends. */
const DEMO_SENDER: Mailbox = { name: 'Spa Stays', email: 'stays@gateway.example' };

/**
 * Null: there is no mail, for it has no server and there is no demo to show it.
 * @throws ConfigError when the operator's texts are not usable
 */
export function openMail({ mail: { url, from, templates } }: Config, { isDemo }: { isDemo: boolean }): OpenMail | null {
  const texts = templates === null ? TEXTS : readTexts(templates);
  if (url !== null && from !== null) {
    const says = `mail goes out over ${new URL(url).host}`;
    return { stationery: { texts, organizer: from }, send: createSender({ url, from }), says };
  }
  if (!isDemo) return null;
  const says = 'no mail goes out: MAIL_URL is not set; the demo shows it at /mail';
  return { stationery: { texts, organizer: from ?? DEMO_SENDER }, send: null, says };
}

/** What the start says when there is no mail. */
export const NO_MAIL = 'no mail goes out: MAIL_URL is not set';

function readTexts(folder: string): TextsByLocale {
  const { texts, problems } = replaceTexts(filesIn(folder));
  if (problems.length === 0) return texts;
  throw new ConfigError(`MAIL_TEMPLATES has texts that cannot be used: ${problems.join('; ')}`);
}

function filesIn(folder: string) {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
  } catch (error) {
    throw new ConfigError(
      `MAIL_TEMPLATES must be a folder that can be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
