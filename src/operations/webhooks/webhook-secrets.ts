/** Which secrets of a webhook sign (S16): its own, and for a day each that it has replaced, whatever replaces that one in turn. */
import type { WebhookEndpoint } from '../../data/generated/prisma/client.ts';

/** How long a secret that was replaced signs too. */
export const OVERLAP_MS = 24 * 60 * 60 * 1_000;
/** Secrets that sign beside the present one. Each makes the header of the signatures longer, and receivers bound their headers. */
export const REPLACED_MAX = 10;

/** A secret that was replaced. */
export type ReplacedSecret = {
  readonly secret: string;
  /** Until when it signs, in milliseconds since 1970. */
  readonly until: number;
};

export type StoredSecrets = Pick<
  WebhookEndpoint,
  'secret' | 'previousSecret' | 'previousSecretUntil' | 'earlierSecrets'
>;

/** The secrets that a webhook has replaced and that still sign, the newest first. */
export function replacedSecrets(
  { previousSecret, previousSecretUntil, earlierSecrets }: Omit<StoredSecrets, 'secret'>,
  now: number,
): ReplacedSecret[] {
  const previous =
    previousSecret === null || previousSecretUntil === null
      ? []
      : [{ secret: previousSecret, until: previousSecretUntil.getTime() }];
  const earlier = earlierSecrets as unknown as readonly ReplacedSecret[];
  return [...previous, ...earlier].filter(({ until }) => until > now);
}

/** All secrets that sign, the present one first. */
export function signingSecrets({ secret, ...replaced }: StoredSecrets, now: number): string[] {
  return [secret, ...replacedSecrets(replaced, now).map((one) => one.secret)];
}
