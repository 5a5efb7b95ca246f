/** Schemas for the settings of metrics, traces, and logs. */
import { z } from 'zod';
import { splitList } from './url-shapes.ts';

export const LOG_FORMATS = ['json', 'pretty'] as const;
export const logFormat = z
  .enum(LOG_FORMATS, { error: `must be one of ${LOG_FORMATS.join(', ')}` })
  .default('json');

const PORT_ERROR = 'must be a port number from 1 to 65535';
export const optionalPort = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ERROR)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, PORT_ERROR)
  .optional();

const ENDPOINT_ERROR = 'must be an http or https URL without a query, such as http://127.0.0.1:4318';
/** The base URL of an OpenTelemetry collector, without a trailing slash. */
export const otlpEndpoint = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  }, ENDPOINT_ERROR)
  .transform((text) => text.replace(/\/+$/, ''))
  .optional();

/** HTTP headers in OpenTelemetry's format: pairs of a name and a percent-encoded value. */
export const otlpHeaders = z
  .string()
  .optional()
  .transform((text = '', context): Readonly<Record<string, string>> => {
    const pairs = splitList(text).map((part) => parseHeader(part));
    if (!pairs.includes(null)) return Object.fromEntries(pairs.filter((pair) => pair !== null));
    context.addIssue('must be pairs such as authorization=Bearer%20abc, separated by commas');
    return z.NEVER;
  });

function parseHeader(pair: string): readonly [string, string] | null {
  const [, name = '', encoded = ''] = /^([\w-]+)=(.*)$/.exec(pair) ?? [];
  const value = decode(encoded.trim());
  return name !== '' && value !== null && /^[\x20-\x7e]*$/.test(value) ? [name.toLowerCase(), value] : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const RATIO_ERROR = 'must be a number from 0 to 1';
export const sampleRatio = z
  .string()
  .regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/, RATIO_ERROR)
  .transform(Number)
  .default(1);
