import { createRandom } from '../random.ts';
import {
  art,
  designHtml,
  landingPageQrImage,
  mailingPanel,
  mailingPanelCss,
  repeat,
  roundTenth,
  SERIF,
  type SeedTemplate,
} from './parts.ts';

const SIZE = 'postcard_6x11';
const STORM = '#27424f';
const SHADOW = '#1c323d';
const FOAM = '#f5efe2';
const AMBER = '#f2a33a';
const LEAF_COLORS = ['#e2762d', '#f2a33a', '#c9482b', '#f6c358', '#a63c24', '#d98f2b'];

const DEFS = `<defs><path id="oak" d="M0-30c8 0 10 8 7 12 9-4 15 3 11 10-3 5-8 5-8 5 9 1 12 9 7 14-4 4-10 2-10 2 3 7-1 14-6 15v12h-2V28c-5-1-9-8-6-15 0 0-6 2-10-2-5-5-2-13 7-14 0 0-5 0-8-5-4-7 2-14 11-10-3-4-1-12 7-12z"/><path id="elm" d="M0-30C19-16 20 10 1 27v12h-2V27C-20 10-19-16 0-30z"/><path id="maple" d="M0-34l7 14 9-5-1 14 15-5-6 11 10 7-14 5 3 9-13-3-8 9v18h-4V22l-8-9-13 3 3-9-14-5 10-7-6-11 15 5-1-14 9 5z"/></defs>`;
const SHAPES = ['oak', 'elm', 'maple', 'maple'];

const random = createRandom(3);
const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
const leaf = (x: number, y: number, size: number) =>
  `<use href="#${pick(SHAPES)}" fill="${pick(LEAF_COLORS)}" transform="translate(${roundTenth(x)} ${roundTenth(y)}) rotate(${Math.round(random() * 360)}) scale(${roundTenth(size)})"/>`;

/** Leaves along the gutter: piled high on the left, thinning out to the right. */
const drift = (width: number, y: number, count: number) =>
  repeat(count, (i) => {
    const x = (i / count) * (width + 40) - 20 + random() * 24;
    const height = 26 + 62 * Math.abs(Math.sin(x / 210 + 0.9)) * (1.15 - x / (width * 1.3));
    return leaf(x, y - random() * height, 0.75 + random() * 0.5);
  });

const shingles = (width: number, height: number) =>
  `<path d="M0 0h${width}v${height}H0z" fill="#3a2b2a"/>${repeat(Math.ceil(height / 46), (row) =>
    repeat(Math.ceil(width / 60) + 1, (column) => {
      const x = column * 60 - (row % 2 ? 30 : 0);
      const shade = ['#4a3734', '#523d38', '#443230', '#4d3935'][(row * 3 + column * 7) % 4];
      return `<path d="M${x + 1} ${row * 46 - 6}h58v44q0 6-6 6h-46q-6 0-6-6z" fill="${shade}"/>`;
    }),
  )}`;

const gutter = (width: number, y: number) =>
  `<path d="M0 ${y}h${width}v14H0z" fill="#fffaf0"/><path d="M0 ${y + 14}h${width}v44q-6 12-20 12H0z" fill="#e9dfcd"/><path d="M0 ${y + 62}h${width}v10H0z" fill="#c9bca6"/><path d="M0 ${y + 30}h${width}" stroke="#fffaf0" stroke-width="5"/>`;

const drops = repeat(46, () => {
  const [x, y, length] = [random() * 1125, 350 + random() * 260, 12 + random() * 22];
  return `M${roundTenth(x)} ${roundTenth(y)}l${roundTenth(-length * 0.22)} ${roundTenth(length)}`;
});

const siding = `<path d="M0 300h1125v325H0z" fill="${STORM}"/>${repeat(7, (i) => `<path d="M0 ${352 + i * 42}h1125v4H0z" fill="${SHADOW}"/>`)}<path d="M0 300h1125v34H0z" fill="${SHADOW}"/>`;
const downspout = `<path d="M1002 318h56v307h-56z" fill="#e9dfcd"/><path d="M1002 318h12v307h-12z" fill="#fffaf0"/><path d="M1048 318h10v307h-10z" fill="#c9bca6"/><path d="M994 430h72v18h-72zM994 560h72v18h-72z" fill="#d8ccb7"/>`;

const front = designHtml(
  SIZE,
  'Gutters, front',
  `body{background:${STORM};color:${FOAM}}
.type{position:absolute;left:.48in;bottom:.42in;width:6.2in}
h1{font:640 61pt/.94 ${SERIF};letter-spacing:-.028em}
.offer{position:absolute;right:1.62in;bottom:.52in;text-align:right;font-size:10.5pt;line-height:1.4;font-weight:500}
.offer b{display:block;font:640 40pt/1 ${SERIF};color:${AMBER};letter-spacing:-.02em}`,
  `${art(SIZE, `${DEFS}${siding}<path d="${drops}" stroke="#8fb4c2" stroke-width="2.6" stroke-linecap="round" opacity=".55"/>${downspout}${shingles(1125, 232)}<path d="M0 214h1125v18H0z" fill="#2a1f1e"/>${drift(1125, 250, 190)}${gutter(1125, 250)}${repeat(9, (i) => leaf(60 + i * 118 + random() * 60, 258 + random() * 26, 0.8 + random() * 0.35))}${leaf(706, 372, 0.9)}${leaf(938, 462, 0.8)}${leaf(842, 352, 0.7)}`)}
<main><div class="type"><h1>{{headline}}</h1></div><p class="offer"><b>{{price}}</b>{{offer}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Gutters, back',
  `${mailingPanelCss(STORM)}
body{background:${FOAM};color:${SHADOW}}
.tale{position:absolute;left:.45in;top:.45in;width:4.5in;bottom:.45in;display:flex;flex-direction:column}
h2{font:620 27pt/1.05 ${SERIF};letter-spacing:-.02em;margin-bottom:.15in}
.tale>p{font-size:10.6pt;line-height:1.5}
ol{list-style:none;counter-reset:step;margin:.2in 0;font-size:10.2pt;line-height:1.42}
li{counter-increment:step;display:grid;grid-template-columns:.36in 1fr;padding:.075in 0;border-top:.6pt solid #d6c9b2}
li::before{content:counter(step);font:640 14pt/1 ${SERIF};color:#c9482b}
.call{margin-top:auto;display:flex;justify-content:space-between;align-items:flex-end}
.call b{display:block;font:640 20pt/1.1 ${SERIF}}
.call span{text-align:right}`,
  `${art(SIZE, `${DEFS}<svg x="530" y="0" width="595" height="212" viewBox="0 60 595 212">${shingles(595, 190)}${drift(595, 206, 84)}${gutter(595, 204)}</svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><ol><li>We clear every run and flush the downspouts.</li><li>We photograph what we found, before and after.</li><li>Loose hangers and small leaks are fixed the same day.</li></ol><div class="call"><p><b>{{phone}}</b>Offer good until {{valid_until}}</p></div></main>${landingPageQrImage({ x: 3.95, y: 4.8, size: 1 })}${mailingPanel('right:0;bottom:0;width:5.95in;height:4.13in;padding:.32in .44in .4in .4in')}`,
);

export const gutters: SeedTemplate = {
  uid: 'gutters-before-winter',
  name: 'Gutters before winter',
  description:
    'Roof, gutter, and far too many leaves: a seasonal offer with a fixed price and what it includes.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'home services', season: 'fall' },
};
