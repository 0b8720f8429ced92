/**
 * Addresses of pictures. The demo's lie on this server, so they are loaded from the origin that the visitor uses; any other stays as it
 * is.
 */
const OF_DEMO = /^https?:\/\/[^/]+(\/pictures\/[\w-]+\/[\w-]+\.svg)$/;

/** The address to load a picture from. */
export function pictureAddress(url: string): string {
  return OF_DEMO.exec(url)?.[1] ?? url;
}
