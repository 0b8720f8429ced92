import type { IncomingMessage } from 'node:http';

/**
 * What the gateway is to know of a caller (X3): the key, the language, and the address, by which a publishable key is limited.
 * It believes the address if `TRUSTED_PROXIES` names this router.
 */
export function passedOn({ headers, socket }: IncomingMessage): Record<string, string> {
  const { authorization, 'accept-language': language } = headers;
  return {
    ...(authorization && { authorization }),
    ...(language && { 'accept-language': language }),
    'x-forwarded-for': socket.remoteAddress ?? '',
  };
}
