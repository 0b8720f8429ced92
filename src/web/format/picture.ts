/**
 * Addresses of pictures. Those of the demo's catalogue are on a host that does not exist, as a catalogue needs complete addresses;
 * the server draws them itself. Pictures of any other catalogue are where it says.
 */
const DEMO_HOST = 'https://images.example.com/';

/** Whether the server draws the picture, so that it has every size and needs no variants. */
export const isDrawn = (url: string): boolean => url.startsWith(DEMO_HOST);

/** The address to load a picture from. */
export function pictureAddress(url: string): string {
  return isDrawn(url) ? `/pictures/${url.slice(DEMO_HOST.length).replace(/\.\w+$/, '')}.svg` : url;
}
