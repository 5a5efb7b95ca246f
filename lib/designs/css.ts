/**
 * Matches `url(…)` in CSS, with or without quotes. Doesn't match URLs that contain escape sequences, so such
 * URLs are never fetched.
 */
const URL_TOKEN = /url\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^"'()\\\s]+))\s*\)/gi;

type Match = RegExpExecArray | RegExpMatchArray;
const matchedUrl = ([, double, single, bare]: Match): string => double ?? single ?? bare ?? '';

export function findCssUrls(css: string): readonly string[] {
  return [...css.matchAll(URL_TOKEN)].map(matchedUrl);
}

/** Replaces each URL in `dataUris` with its data URI. */
export function replaceCssUrls(css: string, dataUris: ReadonlyMap<string, string>): string {
  return css.replace(URL_TOKEN, (token: string, ...groups: (string | undefined)[]) => {
    const dataUri = dataUris.get(groups[0] ?? groups[1] ?? groups[2] ?? '');
    return dataUri === undefined ? token : `url("${dataUri}")`;
  });
}
