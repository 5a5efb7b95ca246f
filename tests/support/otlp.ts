/** A receiver for OpenTelemetry spans, over HTTP with Protocol Buffers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** An empty string for a trace's first span. */
  readonly parentId: string;
  readonly name: string;
  /** 1 for internal steps, 2 for requests, and 3 for calls to other systems. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
  readonly ms: number;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** The headers of the last request. */
  readonly headers: () => Readonly<Record<string, unknown>>;
  /** All bytes received, as text. */
  readonly text: () => string;
  readonly close: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let text = '';
  let headers = {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    headers = request.headers;
    text += body.toString('latin1');
    if (request.url === '/v1/traces') spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    text: () => text,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A message's fields: each field's number, and its value as a number or as bytes. */
type Fields = readonly (readonly [number: number, value: bigint | Buffer])[];

function readFields(message: Buffer): Fields {
  const fields: [number, bigint | Buffer][] = [];
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) fields.push([number, readVarint()]);
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : Number(readVarint());
      const bytes = message.subarray(at, at + length);
      fields.push([number, type === 1 ? bytes.readBigUInt64LE() : bytes]);
      at += length;
    }
  }
  return fields;
}

const messagesOf = (fields: Fields, number: number): Buffer[] =>
  fields.flatMap(([each, value]) => (each === number && Buffer.isBuffer(value) ? [value] : []));
const numberOf = (fields: Fields, number: number): bigint =>
  fields.map(([each, value]) => (each === number && typeof value === 'bigint' ? value : 0n)).find(Boolean) ??
  0n;
const textOf = (fields: Fields, number: number): string =>
  messagesOf(fields, number)[0]?.toString('utf8') ?? '';

/** Reads an ExportTraceServiceRequest. */
function readSpans(body: Buffer): ReceivedSpan[] {
  const scopes = messagesOf(readFields(body), 1).flatMap((resource) => messagesOf(readFields(resource), 2));
  return scopes.flatMap((scope) => messagesOf(readFields(scope), 2)).map(readSpan);
}

function readSpan(message: Buffer): ReceivedSpan {
  const fields = readFields(message);
  const idOf = (number: number) => messagesOf(fields, number)[0]?.toString('hex') ?? '';
  const status = messagesOf(fields, 15)[0];
  return {
    traceId: idOf(1),
    spanId: idOf(2),
    parentId: idOf(4),
    name: textOf(fields, 5),
    kind: Number(numberOf(fields, 6)),
    ms: Number(numberOf(fields, 8) - numberOf(fields, 7)) / 1e6,
    attributes: Object.fromEntries(messagesOf(fields, 9).map(readAttribute)),
    isFailed: status !== undefined && numberOf(readFields(status), 3) === 2n,
  };
}

function readAttribute(message: Buffer): [string, string | number] {
  const fields = readFields(message);
  const value = readFields(messagesOf(fields, 2)[0] ?? Buffer.alloc(0));
  return [textOf(fields, 1), messagesOf(value, 1).length > 0 ? textOf(value, 1) : Number(numberOf(value, 3))];
}
