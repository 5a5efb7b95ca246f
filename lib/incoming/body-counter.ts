/**
 * Counts a body's bytes and fields as they arrive, without storing the body. Parsing a body with hundreds of
 * thousands of fields takes seconds, so the fields must be counted first.
 */

export interface BodyCounter {
  add(chunk: Uint8Array): void;
  readonly bytes: number;
  /** The number of form fields, or of the names and values in JSON. */
  readonly fields: number;
  /** How deeply the JSON is nested. */
  readonly depth: number;
}

interface Counts {
  bytes: number;
  fields: number;
  depth: number;
}

type Scan = (chunk: Uint8Array) => void;

/**
 * @param contentType the value of Content-Type
 * @param isAction whether the request calls an action by its id
 * @returns null if the body is a multipart form and parsers might disagree about its boundary
 */
export function createBodyCounter(contentType: string, isAction = false): BodyCounter | null {
  const counts: Counts = { bytes: 0, fields: 0, depth: 0 };
  const isJson = isAction && !isActionForm(contentType);
  const scan = isJson ? scanJson(counts) : createScan(contentType, counts);
  if (!scan) return null;
  return Object.assign(counts, {
    add: (chunk: Uint8Array) => {
      counts.bytes += chunk.byteLength;
      scan(chunk);
    },
  });
}

/**
 * Returns whether Next reads an action's body as a form. Next compares the type's exact spelling, and reads every
 * other body as JSON.
 */
const isActionForm = (contentType: string): boolean =>
  contentType.startsWith('multipart/form-data') || contentType === 'application/x-www-form-urlencoded';

function createScan(contentType: string, counts: Counts): Scan | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('multipart/')) {
    const boundary = findBoundary(contentType);
    return boundary === null ? null : scanMultipart(boundary, counts);
  }
  if (type === 'application/x-www-form-urlencoded') return scanPairs(counts);
  if (type === 'application/json' || type === 'text/plain') return scanJson(counts);
  return () => undefined;
}

const PARAMETER = /;\s*([\w-]+)=(?:"([^"\\]*)"|([^\s;"]*))\s*/gy;
const BOUNDARY = /^[\w'()+,./:=? -]{1,70}$/;

/** Returns null unless the header has exactly one valid boundary. */
function findBoundary(contentType: string): string | null {
  const parameters = contentType.slice(contentType.split(';', 1)[0]?.length ?? 0);
  const found = [...parameters.matchAll(PARAMETER)];
  if (found.map(([text]) => text).join('') !== parameters) return null;
  const boundaries = found.filter(([, name]) => name?.toLowerCase() === 'boundary');
  const boundary = boundaries[0]?.[2] ?? boundaries[0]?.[3] ?? '';
  return boundaries.length === 1 && BOUNDARY.test(boundary) ? boundary : null;
}

/** Counts the delimiters. The last delimiter ends the form instead of starting a field. */
function scanMultipart(boundary: string, counts: Counts): Scan {
  const delimiter = Buffer.from(`--${boundary}`);
  let delimiters = 0;
  // A delimiter can be split between two chunks.
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const text = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, start)) {
      delimiters++;
      start = at + delimiter.length;
    }
    counts.fields = Math.max(0, delimiters - 1);
    rest = text.subarray(Math.max(start, text.length - delimiter.length + 1));
  };
}

function scanPairs(counts: Counts): Scan {
  const AMPERSAND = 0x26;
  return (chunk) => {
    counts.fields = Math.max(1, counts.fields);
    for (let at = chunk.indexOf(AMPERSAND); at >= 0; at = chunk.indexOf(AMPERSAND, at + 1)) counts.fields++;
  };
}

/** In JSON, counts names by their colons, and values by the brackets and commas around them. */
function scanJson(counts: Counts): Scan {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  return (chunk) => {
    for (let i = 0; i < chunk.length; i++) {
      const character = chunk[i];
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (character === 0x5c) isEscaped = true;
        else if (character === 0x22) isInString = false;
      } else if (character === 0x22) isInString = true;
      else if (character === 0x2c || character === 0x3a) counts.fields++;
      else if (character === 0x7b || character === 0x5b) {
        counts.fields++;
        depth++;
        if (depth > counts.depth) counts.depth = depth;
      } else if (character === 0x7d || character === 0x5d) depth--;
    }
  };
}

/** Counts the names and values in JSON, and measures how deeply they are nested. */
export function measureJson(text: string): Pick<BodyCounter, 'fields' | 'depth'> {
  const counts: Counts = { bytes: 0, fields: 0, depth: 0 };
  scanJson(counts)(Buffer.from(text));
  return counts;
}
