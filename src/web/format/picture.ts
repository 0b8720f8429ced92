/**
 * Addresses of pictures. Those of the demo's catalogue are on a host that does not exist, as a catalogue needs complete addresses;
 * the server has them itself. Pictures of any other catalogue are where it says.
 */
const DEMO_HOST = 'https://images.example.com/';

/** Whether it is a picture of the demo: these are sharp in every size, so that they need no variants. */
export const isOfDemo = (url: string): boolean => url.startsWith(DEMO_HOST);

/** The address to load a picture from. */
export function pictureAddress(url: string): string {
  return isOfDemo(url) ? `/pictures/${url.slice(DEMO_HOST.length).replace(/\.\w+$/, '')}.svg` : url;
}
