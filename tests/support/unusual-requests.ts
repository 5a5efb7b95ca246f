/** Provides fast-check arbitraries for text with a special meaning in paths, queries, bodies, or headers. */
import fc from 'fast-check';

export const BOUNDARY = 'test-boundary';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
export const PATH_SEGMENTS = `
  v1 v2 v3 campaigns customers templates pay send cancel clone checkout preview pay_and_send 1 2 0 -1
  01 1e3 %31 %zz % %00 %2F ..%2f .. . %2e%2e %0d%0aX:y %c3%28 99999999999999999999 __proto__
  constructor sandbox clock {id} 1;a 1%20 * http: @evil.example %F0%9F%92%A9 V1 Campaigns
`
  .trim()
  .split(/\s+/);
export const unusualPath = fc
  .array(fc.constantFrom(...PATH_SEGMENTS), { minLength: 1, maxLength: 7 })
  .map((segments) => `/${segments.join('/')}`);
const FIELD_PAIRS = `
  page=1 page=2 page=0 per_page=1000 x=1 __proto__[a]=1 __proto__=1 constructor[a]=1 page[]=1
  status=draft status=%zz meta_data[][key]=a meta_data[][value]=b designs[]=a email=a@b.example
  email=a%0d%0ab@c.example redirect_uri=https://evil.example/ redirect_uri= date=2020-01-01 source=tok
  name=%00 = && % %ff [] [a]=1 a[ a]b=1 _rsc=1 nxtPversion=v2 key=%22 send_copy_to_sender=maybe
`
  .trim()
  .split(/\s+/);
export const unusualPairs = fc
  .array(fc.constantFrom(...FIELD_PAIRS), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.join('&'));
const UNUSUAL_BODIES = [
  '',
  'x',
  '{',
  '{}',
  '[]',
  'null',
  '{"__proto__":{"a":1}}',
  '{"email":1,"email":2}',
  '{"constructor":{}}',
  '%zz',
  `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
  '['.repeat(20_000),
  'a'.repeat(100_000),
  '&'.repeat(5_000),
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"; filename="a"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"\r\n\r\nx`,
  '\u0000\u0001',
  '\ud83d\ude00',
  '<xml/>',
];
export const unusualBody = fc.oneof(
  fc.constantFrom(...UNUSUAL_BODIES),
  unusualPairs,
  fc.string({ unit: 'binary', maxLength: 40 }),
);
export const CONTENT_TYPES = [
  FORM_TYPE,
  'application/json',
  `multipart/form-data; boundary=${BOUNDARY}`,
  'multipart/form-data',
  'text/plain',
  '',
  'application/json; charset=utf-16',
  `${FORM_TYPE}; charset=utf-8`,
  'application/octet-stream',
  'a/b;'.repeat(50),
];
export const UNUSUAL_HEADERS: Readonly<Record<string, string>>[] = [
  { authorization: 'Bearer mine' },
  { authorization: 'Bearer mine evil@evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '127.0.0.1' },
  { host: 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-middleware-subrequest': 'middleware' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { 'next-action': 'x'.repeat(40) },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*', range: 'bytes=0-1' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { te: 'trailers' },
  { 'x-long': 'x'.repeat(4_000) },
];
