/**
 * Where the demo's pictures can be loaded. Its catalogue has them on a host that does not exist: a catalogue needs complete addresses,
 * and it does not know where its server is. Pictures of any other catalogue are where it says.
 */
const DEMO_HOST = 'https://images.example.com/';

/** `ownAddress`: of this server, without a path; null while it does not listen. */
export function pictureAddresses(ownAddress: () => string | null): (url: string) => string {
  return (url) => {
    if (!url.startsWith(DEMO_HOST)) return url;
    const own = ownAddress();
    // A picture that is drawn is sharp in every size, so all sizes are one file.
    const name = url.slice(DEMO_HOST.length).replace(/(?:-(?:small|\d+))?\.\w+$/, '');
    return own === null ? url : `${own}/pictures/${name}.svg`;
  };
}
