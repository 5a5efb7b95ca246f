/** A real mail server of a test's own, and the letters it was handed. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '#scripts/ports.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** By name, in lower case, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly letters: readonly Received[];
  /** Letters to these addresses are refused for now. */
  refuse(...addresses: string[]): void;
  stop(): Promise<void>;
}

/** @param port where one stood before that was stopped */
export async function startMailServer(port?: number, options: SMTPServerOptions = {}): Promise<MailServer> {
  const letters: Received[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error(`no ${address}`), { responseCode: 451 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        letters.push({ from, to, ...parse(Buffer.concat(chunks).toString('latin1')) });
        done();
      });
    },
    ...options,
  });
  // A client that goes away is the client's affair.
  server.on('error', () => undefined);
  server.listen(port ?? (await freePort()), '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    letters,
    refuse: (...addresses) => {
      refused.clear();
      for (const address of addresses) refused.add(address);
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

/** As much of MIME as a letter of ours uses: two parts, in quoted-printable, base64 or plain. */
function parse(raw: string): Pick<Received, 'headers' | 'subject' | 'text' | 'html'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('The letter has only one part.');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const contentOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type));
    if (!part) throw new Error(`The letter has no part of type ${type}.`);
    return decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '');
  };
  return {
    headers,
    subject: headers.get('subject') ?? '',
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
  };
}

function split(raw: string): { readonly headers: Map<string, string>; readonly body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: raw.slice(end + 4) };
}

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquote(word.replaceAll('_', ' ')).toString(),
    );

function decodeBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? unquote(body.replaceAll(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return bytes.toString().replaceAll('\r\n', '\n');
}

const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
