/** 128 random bits. `crypto.randomUUID` needs HTTPS or localhost. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
