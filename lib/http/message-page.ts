/** Creates pages that consist of one message, for responses that Next doesn't render. */
import { createHash } from 'node:crypto';
import { escapeForHtml } from './html.ts';

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f7f4ee,#11151b);--card:light-dark(#fffefb,#171c24);--line:light-dark(#e3ddd0,#2a313c);--ink:light-dark(#1c2430,#ece8e0);--muted:light-dark(#5a6371,#a0aab8);--red:light-dark(#b92d23,#ff7a6c);--blue:light-dark(#22508f,#8fb8f2)}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
body::before{content:"";display:block;height:5px;background:repeating-linear-gradient(115deg,var(--red) 0 18px,transparent 18px 30px,var(--blue) 30px 48px,transparent 48px 60px)}
header,main{max-width:24rem;margin:0 auto;text-align:center}
header{padding:max(3rem,12vh) 0 1.25rem;color:var(--ink);font:560 1.25rem/1 ui-serif,Georgia,serif}
b{display:inline-block;margin-right:.6rem;padding:.3rem .4rem;background:var(--red);color:var(--card);font-size:.875rem}
main{box-sizing:border-box;width:calc(100% - 2.5rem);padding:2.25rem 1.75rem 2.5rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{margin:0;font:560 1.6875rem/1.2 ui-serif,Georgia,serif;text-wrap:balance}
p{margin:.75rem 0 0;color:var(--muted);text-wrap:pretty}
form{text-align:left}
label{display:block;margin-top:1rem;font-weight:550}
input,textarea{box-sizing:border-box;display:block;width:100%;margin-top:.25rem;padding:.5rem .625rem;border:1px solid var(--muted);border-radius:8px;background:var(--paper);color:var(--ink);font:inherit;font-weight:400}
textarea{min-height:6rem;resize:vertical;field-sizing:content}
button{display:block;margin:1.5rem auto 0;padding:.625rem 1.25rem;border:0;border-radius:8px;background:var(--red);color:var(--card);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--blue);outline-offset:2px}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

interface MessageText {
  readonly title: string;
  readonly heading: string;
  readonly sentence: string;
}

interface MessageOptions {
  readonly status: number;
  /** HTML to show below the message, such as a form. Forms can be sent only to the console itself. */
  readonly content?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MessagePage {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a page without scripts, images, or links. Identical arguments result in identical pages. */
export const createMessagePage = (
  { title, heading, sentence }: MessageText,
  { status, content = '', headers = {} }: MessageOptions,
): MessagePage => ({
  status,
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="${content === '' ? 'no-referrer' : 'same-origin'}">
<title>${escapeForHtml(title)}</title>
<style>${STYLE}</style>
<header><b aria-hidden="true">M</b>Mailroom</header>
<main>
<h1>${escapeForHtml(heading)}</h1>
<p>${escapeForHtml(sentence)}</p>
${content}</main>
</html>
`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${content === '' ? "'none'" : "'self'"}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'cache-control': 'private, no-store',
    ...headers,
  },
});
