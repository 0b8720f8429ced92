/** A real SMTP server for tests. What it does with a mail is decided for each by `behave`. */
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** `dropAfterData`: it has the mail, and the sender never learns of it. */
export type Behaviour =
  | 'take'
  | 'dropAfterData'
  | 'hangAtGreeting'
  | 'hangAtData'
  | { readonly at: 'recipient' | 'sender' | 'data'; readonly code: number };

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  /** As it came, with CRLF. */
  readonly raw: string;
}

export interface MailServer {
  /** The address with user and password. */
  readonly url: string;
  /** In the order in which they were complete, those whose sender never learned of it too. */
  readonly received: ReceivedMail[];
  /** How often somebody has connected. */
  connections(): number;
  /** Resolves when so many were received. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const USER = { user: 'gateway', pass: 'sesame' };

export async function startMailServer(behave: (connection: number) => Behaviour = () => 'take'): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const behaviours = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();
  let connections = 0;
  let waiting: { count: number; resolve: () => void }[] = [];
  const behaviourOf = ({ id }: SMTPServerSession): Behaviour => behaviours.get(id)!;
  const refusal = (code: number) => Object.assign(new Error('no, jana@customer.example'), { responseCode: code });
  const refuseAt = (session: SMTPServerSession, at: string): Error | undefined => {
    const behaviour = behaviourOf(session);
    return typeof behaviour === 'object' && behaviour.at === at ? refusal(behaviour.code) : undefined;
  };
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onConnect(session, done) {
      behaviours.set(session.id, behave(++connections));
      if (behaviourOf(session) !== 'hangAtGreeting') done();
    },
    onAuth({ username, password }, _, done) {
      if (username === USER.user && password === USER.pass) done(null, { user: username });
      else done(new Error('who is that'));
    },
    onMailFrom: (_, session, done) => done(refuseAt(session, 'sender')),
    onRcptTo: (_, session, done) => done(refuseAt(session, 'recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuseAt(session, 'data');
        if (refused) return done(refused);
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        waiting = waiting.filter(({ count, resolve }) => {
          if (received.length < count) return true;
          resolve();
          return false;
        });
        if (behaviourOf(session) === 'hangAtData') return;
        if (behaviourOf(session) === 'dropAfterData') for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://${USER.user}:${USER.pass}@127.0.0.1:${port}`,
    received,
    connections: () => connections,
    until: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Headers by lower-case name, unfolded and decoded, and the parts of a mail with their types. */
export function readMail(raw: string): { headers: Map<string, string>; parts: { type: string; text: string }[] } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map(
    raw
      .slice(0, end)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
      }),
  );
  const body = raw.slice(end + 4);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) return { headers, parts: [{ type, text: decodeBody(body, headers) }] };
  const inner = body.split(`--${boundary}`).slice(1, -1);
  return { headers, parts: inner.flatMap((part) => readMail(part.replace(/^\r\n/, '').replace(/\r\n$/, '')).parts) };
}

function decodeBody(body: string, headers: ReadonlyMap<string, string>): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
      if (kind.toUpperCase() === 'B') return Buffer.from(word, 'base64').toString();
      const bytes = word
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    });
}
