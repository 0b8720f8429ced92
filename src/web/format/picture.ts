/** Addresses of pictures. The demo's are this server's own, under whatever name the visitor knows it; any other is where it says. */
const OF_DEMO = /^https?:\/\/[^/]+(\/pictures\/[\w-]+\/[\w-]+\.svg)$/;

/** The address to load a picture from. */
export function pictureAddress(url: string): string {
  return OF_DEMO.exec(url)?.[1] ?? url;
}
