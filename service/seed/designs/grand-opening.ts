import { createRandom } from '../random.ts';
import {
  art,
  designHtml,
  mailingPanel,
  mailingPanelCss,
  repeat,
  roundTenth,
  SERIF,
  type SeedTemplate,
} from './parts.ts';

const SIZE = 'postcard_6x9';
const CLAY = '#cb5a34';
const RUST = '#b94b28';
const CREAM = '#fcefdc';
const BEAN = '#35190f';
const MUSTARD = '#f4bf4f';

const CUP = { x: 650, y: 318 };

const rays = repeat(24, (i) => {
  const [from, to] = [(i * Math.PI) / 12, ((i + 0.5) * Math.PI) / 12];
  const at = (angle: number) =>
    `${roundTenth(CUP.x + Math.cos(angle) * 900)} ${roundTenth(CUP.y + Math.sin(angle) * 900)}`;
  return `M${CUP.x} ${CUP.y}L${at(from)} ${at(to)}z`;
});

const bean = (x: number, y: number, turn: number, size = 1) =>
  `<g transform="translate(${roundTenth(x)} ${roundTenth(y)}) rotate(${turn}) scale(${size})"><ellipse rx="21" ry="14" fill="${BEAN}"/><path d="M-20 1q10-8 20 0t20-2" fill="none" stroke="#7d4424" stroke-width="3"/></g>`;

const random = createRandom(19);
const beans = [
  [420, 566],
  [462, 590],
  [500, 560],
  [878, 60],
  [846, 34],
  [900, 104],
  [884, 560],
  [852, 588],
  [905, 515],
  [812, 604],
  [540, 598],
]
  .map(([x = 0, y = 0]) => bean(x, y, Math.round(random() * 180), 0.85 + random() * 0.35))
  .join('');

const HEART = 'M0 92C-58 44-104 8-104-38a52 52 0 01104-16a52 52 0 01104 16C104 8 58 44 0 92z';
const heart = (fill: string, size: number, dy: number) =>
  `<path d="${HEART}" fill="${fill}" transform="translate(${CUP.x} ${CUP.y + dy}) scale(${size})"/>`;
/** Latte art: nested hearts, seen from above. */
const pour =
  heart('#fff3df', 1, 0) +
  heart('#b5713f', 0.76, -3) +
  heart('#fff3df', 0.56, -5) +
  heart('#b5713f', 0.33, -8);

const cup = `<ellipse cx="${CUP.x + 10}" cy="${CUP.y + 16}" rx="252" ry="252" fill="#7f2d14" opacity=".35"/><circle cx="${CUP.x}" cy="${CUP.y}" r="250" fill="${CREAM}"/><circle cx="${CUP.x}" cy="${CUP.y}" r="232" fill="none" stroke="${MUSTARD}" stroke-width="5"/><circle cx="${CUP.x}" cy="${CUP.y}" r="196" fill="#f1dfc4"/>
<g transform="rotate(-38 ${CUP.x} ${CUP.y})"><rect x="${CUP.x + 140}" y="${CUP.y - 24}" width="104" height="48" rx="24" fill="#fff9ee"/><rect x="${CUP.x + 160}" y="${CUP.y - 9}" width="64" height="18" rx="9" fill="#f1dfc4"/></g>
<circle cx="${CUP.x}" cy="${CUP.y}" r="166" fill="#fff9ee"/><circle cx="${CUP.x}" cy="${CUP.y}" r="146" fill="#8f4f27"/><circle cx="${CUP.x}" cy="${CUP.y}" r="138" fill="#a9673a"/><path d="M${CUP.x - 120} ${CUP.y - 40}a126 126 0 01150-80 138 138 0 00-150 80z" fill="#c08552"/>
<g transform="rotate(-14 ${CUP.x} ${CUP.y})">${pour}</g>
<g transform="translate(404 372) rotate(20)"><path d="M-6 20h12l5 172q-11 8-22 0z" fill="#e0c091"/><path d="M0-86c27 0 34 34 30 62-3 26-16 48-30 48s-27-22-30-48c-4-28 3-62 30-62z" fill="#e0c091"/><path d="M0-72c17 0 22 26 19 47-2 18-10 34-19 34s-17-16-19-34c-3-21 2-47 19-47z" fill="#c9a36c"/></g>`;

const front = designHtml(
  SIZE,
  'Grand opening, front',
  `body{background:${CLAY};color:${CREAM}}
h1{font:640 57pt/.9 ${SERIF};letter-spacing:-.028em;margin:.18in 0 .26in -.02in;width:4in}
.eyebrow{font-size:10.5pt;font-weight:700;letter-spacing:.01em}
.when{font-size:13pt;line-height:1.42;font-weight:600}
.when span{font-weight:450}
.offer{position:absolute;left:0;bottom:.02in;width:1.62in;height:1.62in;border-radius:50%;background:${MUSTARD};color:${BEAN};display:grid;place-content:center;text-align:center;font:640 15.5pt/1.06 ${SERIF};transform:rotate(-9deg);padding:.18in}`,
  `${art(SIZE, `<path d="${rays}" fill="${RUST}"/>${cup}${beans}`)}<main class="safe"><p class="eyebrow">{{sender_company}}</p><h1>{{headline}}</h1><p class="when">{{event_date}}<br><span>{{property_address}}, {{property_city}}</span></p><p class="offer">{{offer}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Grand opening, back',
  `${mailingPanelCss(RUST)}
body{background:${CREAM};color:${BEAN}}
.tale{position:absolute;left:.42in;top:.42in;width:3.2in;bottom:.42in;display:flex;flex-direction:column}
h2{font:620 24pt/1.05 ${SERIF};letter-spacing:-.02em;margin-bottom:.14in;color:${RUST}}
.tale p{font-size:10pt;line-height:1.48}
.hours{display:grid;grid-template-columns:auto 1fr;margin:.18in 0;font-size:9.4pt}
.hours dt,.hours dd{padding:.045in 0;border-bottom:.5pt solid #e3c6a0}
.hours dd{text-align:right;font-weight:600}
.coupon{margin-top:auto;border:1.2pt dashed ${RUST};padding:.15in .17in}
.coupon b{font:640 15pt/1.15 ${SERIF};display:block;color:${RUST};margin-bottom:.03in}
.coupon p{font-size:8.6pt;line-height:1.4}`,
  `${art(SIZE, `<path d="M405 0h520v215H405z" fill="${CLAY}"/><svg x="405" y="0" width="520" height="215" viewBox="380 215 520 215" preserveAspectRatio="xMidYMid slice"><path d="${rays}" fill="${RUST}"/>${cup}</svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><dl class="hours"><dt>Monday to Friday</dt><dd>6:30 – 5</dd><dt>Saturday</dt><dd>7 – 6</dd><dt>Sunday</dt><dd>8 – 4</dd></dl><div class="coupon"><b>{{offer}}</b><p>Bring this card by {{valid_until}}. One per household.</p></div></main>${mailingPanel('right:0;bottom:0;width:5.2in;height:4.1in;padding:.3in .42in .4in .34in')}`,
);

export const grandOpening: SeedTemplate = {
  uid: 'grand-opening',
  name: 'Grand opening',
  description:
    'A café opening: a cup seen from above, the date and the place. Hours and a coupon are on the back.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'café', season: 'any' },
};
