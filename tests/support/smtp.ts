/** Runs a real SMTP server that stores all received emails. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '#scripts/ports.ts';

interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** The unfolded and decoded headers, keyed by lowercase name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface TestEmailServer {
  /** The server's URL, for the SMTP_URL setting. */
  readonly url: string;
  readonly emails: readonly ReceivedEmail[];
  /** From now on, rejects emails to these addresses and accepts all others. */
  rejectRecipients(...addresses: string[]): void;
  /** From now on, before accepting an email, calls the function with the number of emails received. */
  onReceived(listener: (count: number) => void): void;
  stop(): Promise<void>;
}

/** @param port the port of a stopped server, to start a new server at the same URL */
export async function startEmailServer(
  port?: number,
  options: SMTPServerOptions = {},
): Promise<TestEmailServer> {
  const emails: ReceivedEmail[] = [];
  const rejected = new Set<string>();
  let notify = (_count: number) => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(rejected.has(address) ? Object.assign(new Error(`no ${address}`), { responseCode: 451 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        emails.push({ from, to, ...parseEmail(Buffer.concat(chunks).toString('latin1')) });
        notify(emails.length);
        done();
      });
    },
    ...options,
  });
  // Ignore errors, because clients may disconnect at any time.
  server.on('error', () => undefined);
  server.listen(port ?? (await freePort()), '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listeningPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listeningPort}`,
    emails,
    rejectRecipients: (...addresses) => {
      rejected.clear();
      for (const address of addresses) rejected.add(address);
    },
    onReceived: (listener) => {
      notify = listener;
    },
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

/**
 * Parses the subset of MIME that the console's emails use. An email has two parts, and each part is encoded
 * as quoted-printable, base64, or plain text.
 */
function parseEmail(raw: string): Pick<ReceivedEmail, 'headers' | 'subject' | 'text' | 'html'> {
  const { headers, body } = splitHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('The email has only one part.');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitHeaders(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const readPart = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    if (!part) throw new Error(`The email has no part of type ${type}.`);
    return decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '');
  };
  return {
    headers,
    subject: headers.get('subject') ?? '',
    text: readPart('text/plain'),
    html: readPart('text/html'),
  };
}

function splitHeaders(raw: string): { readonly headers: Map<string, string>; readonly body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeHeader(line.slice(colon + 1).trim()));
  }
  return { headers, body: raw.slice(end + 4) };
}

const decodeHeader = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')).toString(),
    );

function decodeBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(body.replaceAll(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return bytes.toString().replaceAll('\r\n', '\n');
}

const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
