/** Describes browsers in a few words, so that members can recognize their sessions. */

/**
 * Browsers, and the text that identifies each in the User-Agent header. The order matters: Edge and Opera
 * also claim to be Chrome, and Chrome also claims to be Safari.
 */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
  ['Lynx', /^Lynx\b/],
  ['ELinks', /^ELinks\b/],
  ['w3m', /^w3m\b/],
  ['curl', /^curl\b/],
] as const;

/**
 * Operating systems, and the text that identifies each. The order matters: iPhones also mention Mac OS X, and
 * Android devices also mention Linux.
 */
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\b(Macintosh|Mac OS X)\b/],
  ['Linux', /\bLinux\b/i],
] as const;

/** Headers can be several kilobytes long, but the identifying text is near the beginning. */
const MAX_SEARCHED_LENGTH = 500;

type Marks = readonly (readonly [name: string, mark: RegExp])[];

/**
 * Returns the browser and the system, such as "Firefox on Windows". Returns null if the header names neither.
 * The result never contains text from the header, because any caller can send any header.
 */
export function describeDevice(userAgent: string | null): string | null {
  const searched = (userAgent ?? '').slice(0, MAX_SEARCHED_LENGTH);
  const find = (marks: Marks) => marks.find(([, mark]) => mark.test(searched))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
