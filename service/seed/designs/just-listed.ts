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

const SIZE = 'postcard_6x9';
const PLUM = '#3a2333';
const CREAM = '#fbeed8';

const windowPane = (x: number, y: number, w: number, h: number) =>
  `<path d="M${x} ${y}h${w}v${h}h${-w}z" fill="#ffd27f" stroke="${PLUM}" stroke-width="4"/><path d="M${x + w / 2} ${y}v${h}M${x} ${y + h * 0.42}h${w}" stroke="${PLUM}" stroke-width="2.5"/>`;

const random = createRandom(7);
const leaves = (cx: number, cy: number, spread: number, count: number, fill: string) =>
  repeat(count, () => {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random()) * spread;
    return `<circle cx="${roundTenth(cx + Math.cos(angle) * reach)}" cy="${roundTenth(cy + Math.sin(angle) * reach * 0.85)}" r="${roundTenth(14 + random() * 20)}" fill="${fill}"/>`;
  });

const dusk = `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f9dfb4"/><stop offset=".55" stop-color="#f3b488"/><stop offset="1" stop-color="#dd8a73"/></linearGradient></defs>
<path d="M0 0h925v625H0z" fill="url(#sky)"/><circle cx="742" cy="236" r="150" fill="#fdebc9"/>
<path d="M0 402q150-74 330-38t300-34 295-6v200H0z" fill="#c4766a"/><path d="M0 440q190-50 400-24t525-30v160H0z" fill="#8c5360"/>`;

const trees = `<path d="M404 505v-120m0 44l26-30m-26 50l-30-34" stroke="${PLUM}" stroke-width="10" fill="none"/>${leaves(404, 352, 46, 22, '#5d4152')}${leaves(394, 338, 30, 9, '#72505f')}
<ellipse cx="866" cy="384" rx="30" ry="116" fill="#5d4152"/><ellipse cx="908" cy="412" rx="26" ry="92" fill="#72505f"/>`;

/** A half-timbered house: a cross gable with an attic window, a long roof, and a round-topped door. */
const house = `<path d="M748 206h34v90h-34z" fill="#93505a"/><path d="M742 198h46v13h-46z" fill="${PLUM}"/>
<path d="M540 336h280v170H540z" fill="${CREAM}"/><path d="M520 348l48-104h228l48 104z" fill="#573347"/><path d="M560 330h274l10 18H520z" fill="#472a3b"/>
<path d="M494 506V336l86-132 86 132v170z" fill="${CREAM}"/>
<path d="M494 340h172M494 446h172M498 340v166M662 340v166M580 206v34M580 322v18M536 340l-22-24M624 340l22-24M516 446l-18 60M644 446l18 60M670 446h16M744 446h76M816 350v156" fill="none" stroke="#7b4a52" stroke-width="8"/>
<path d="M472 360l108-168 108 168" fill="none" stroke="${PLUM}" stroke-width="18" stroke-linejoin="round"/>
<path d="M562 322v-44a18 18 0 0136 0v44z" fill="#ffd27f" stroke="${PLUM}" stroke-width="4"/><path d="M580 262v60M562 292h36" stroke="${PLUM}" stroke-width="2.5"/>
${windowPane(536, 366, 88, 62)}<path d="M580 366v62" stroke="${PLUM}" stroke-width="5"/>${windowPane(764, 372, 36, 54)}
<path d="M690 506v-94a25 25 0 0150 0v94z" fill="#2c5a55" stroke="${PLUM}" stroke-width="5"/><path d="M700 418a15 15 0 0130 0v12h-30z" fill="#ffd27f"/><circle cx="731" cy="458" r="3.5" fill="#ffd27f"/>`;

const garden = `<path d="M0 486q240-26 500 2t425 0v140H0z" fill="#46695a"/><path d="M676 500h78q10 50 56 125H596q76-66 80-125z" fill="#f0cf9f"/><path d="M682 498h66v9h-66z" fill="${PLUM}"/>
<path d="M0 530q180-36 380 8t240 87H0zM925 540q-80-6-112 24t-16 61h128z" fill="#274640"/>
${leaves(496, 494, 16, 7, '#2f5a4b')}${leaves(524, 500, 8, 3, '#3a6a56')}${leaves(650, 500, 9, 5, '#2f5a4b')}${leaves(806, 498, 18, 7, '#2f5a4b')}`;

const front = designHtml(
  SIZE,
  'Just listed, front',
  `h1{font:620 66pt/.92 ${SERIF};letter-spacing:-.022em;color:${PLUM}}
.place{margin-top:.15in;font:500 16.5pt/1.25 ${SERIF};color:${PLUM}}
.eyebrow{font-size:8.5pt;font-weight:650;letter-spacing:.14em;text-transform:uppercase;color:${PLUM};margin-bottom:.2in}
.facts{position:absolute;left:0;bottom:0;color:${CREAM};font-size:11.5pt;font-weight:500}
.facts b{display:block;font:600 25pt/1.1 ${SERIF};margin-bottom:.04in;font-feature-settings:'lnum'}`,
  `${art(SIZE, dusk + trees + house + garden)}<main class="safe"><p class="eyebrow">{{sender_company}}</p><h1>{{headline}}</h1><p class="place">{{property_address}}<br>{{property_city}}</p><p class="facts"><b>{{price}}</b>{{bedrooms}} bedrooms&ensp;·&ensp;{{bathrooms}} baths&ensp;·&ensp;{{square_feet}} sq ft</p></main>`,
);

const back = designHtml(
  SIZE,
  'Just listed, back',
  `${mailingPanelCss(PLUM)}
body{background:${CREAM};color:${PLUM}}
.tale{position:absolute;left:.42in;top:.42in;width:3.2in;bottom:.42in;display:flex;flex-direction:column}
h2{font:600 25pt/1.05 ${SERIF};letter-spacing:-.018em;margin-bottom:.14in}
.tale p{font-size:10.2pt;line-height:1.48}
dl{display:grid;grid-template-columns:auto 1fr;margin:.2in 0;font-size:9.6pt}
dt,dd{padding:.055in 0;border-bottom:.5pt solid #d9b998}
dd{text-align:right;font-weight:600}
.agent{margin-top:auto}
.agent b{font:600 14pt/1.25 ${SERIF};display:block}`,
  `<svg class="art" viewBox="0 0 925 625" preserveAspectRatio="xMidYMin slice" aria-hidden="true"><svg x="405" y="0" width="520" height="215" viewBox="0 150 925 382" preserveAspectRatio="xMidYMax slice">${dusk}<ellipse cx="150" cy="420" rx="26" ry="100" fill="#5d4152"/><ellipse cx="192" cy="440" rx="22" ry="76" fill="#72505f"/><path d="M0 492q240-26 500 2t425 0v140H0z" fill="#46695a"/></svg></svg>
<main class="tale"><h2>{{property_address}}</h2><p>{{description}}</p><dl><dt>Asking</dt><dd>{{price}}</dd><dt>Bedrooms</dt><dd>{{bedrooms}}</dd><dt>Baths</dt><dd>{{bathrooms}}</dd><dt>Inside</dt><dd>{{square_feet}} sq ft</dd></dl><p class="scan">Photos and floor plan:<br><b>scan the code</b></p><p class="agent"><b>{{agent_name}}</b>{{sender_company}}<br>{{agent_phone}}</p></main>${landingPageQrImage({ x: 2.62, y: 4.83, size: 1 })}${mailingPanel('right:0;bottom:0;width:5.2in;height:4.1in;padding:.3in .42in .4in .34in')}`,
);

export const justListed: SeedTemplate = {
  uid: 'just-listed',
  name: 'Just listed',
  description:
    'A new listing for the neighbors: the house at dusk with address, price, and rooms. The agent is on the back.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'real estate', season: 'any' },
};
