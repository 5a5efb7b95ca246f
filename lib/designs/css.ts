/** `url(…)` in CSS, quoted or not. Escapes inside are left alone: what isn't recognised isn't fetched. */
const URL_TOKEN = /url\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|([^"'()\\\s]+))\s*\)/gi;

type Match = RegExpExecArray | RegExpMatchArray;
const addressOf = ([, double, single, bare]: Match): string => double ?? single ?? bare ?? '';

export function findCssUrls(css: string): readonly string[] {
  return [...css.matchAll(URL_TOKEN)].map(addressOf);
}

/** The CSS with what stands for these addresses in their place. */
export function replaceCssUrls(css: string, pictures: ReadonlyMap<string, string>): string {
  return css.replace(URL_TOKEN, (token: string, ...groups: (string | undefined)[]) => {
    const picture = pictures.get(groups[0] ?? groups[1] ?? groups[2] ?? '');
    return picture === undefined ? token : `url("${picture}")`;
  });
}
