/** Addresses of shared pages, and the one answer to those that open nothing. */
import { createHash } from 'node:crypto';

export interface SharedLink {
  /** As it stands in the address, whatever it is. */
  readonly token: string;
  /** Whether there is anything of ours behind the token at this path. */
  readonly leadsSomewhere: boolean;
}

/** The picture that stands for every shared page where a link to one is shown. It knows of none. */
export const UNFURL_PICTURE = '/share/picture.png';

/** Null for what is no shared page's address. Nothing is decoded: tokens need no encoding, so what has some is none. */
export function sharedLinkOf(pathname: string): SharedLink | null {
  if (pathname === UNFURL_PICTURE) return null;
  const [, token, rest = ''] = /^\/share\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  if (token === undefined) return null;
  return { token, leadsSomewhere: /^(\/visit|\/files\/(front|back|proof))?$/.test(rest) };
}

export const isSharedFile = (name: string): name is 'front' | 'back' | 'proof' =>
  /^(front|back|proof)$/.test(name);

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f7f4ee,#11151b);--ink:light-dark(#1c2430,#ece8e0);--muted:light-dark(#5a6371,#a0aab8);--red:light-dark(#b92d23,#ff7a6c);--blue:light-dark(#22508f,#8fb8f2)}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
body::before{content:"";display:block;height:5px;background:repeating-linear-gradient(115deg,var(--red) 0 18px,transparent 18px 30px,var(--blue) 30px 48px,transparent 48px 60px)}
main{max-width:26rem;margin:0 auto;padding:max(3rem,16vh) 1.25rem;text-align:center}
h1{margin:0;font:560 1.6875rem/1.2 ui-serif,Georgia,serif;text-wrap:balance}
p{margin:.75rem 0 0;color:var(--muted);text-wrap:pretty}`;

/** Always these bytes. Without script, picture, name or address: nothing of it tells one dead link from another. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>A link that opens nothing</title>
<style>${STYLE}</style>
<main>
<h1>This link opens nothing</h1>
<p>It may be over, or have been cut short on its way. Whoever sent it to you can send you a new one.</p>
</main>
</html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const DEAD_LINK = {
  status: 404,
  body: PAGE,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
  },
} as const;

/** Where Next has nothing to add to it. */
export const deadLink = (): Response => {
  const { body, status, headers } = DEAD_LINK;
  return new Response(body, { status, headers });
};
