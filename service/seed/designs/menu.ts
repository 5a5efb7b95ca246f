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

const SIZE = 'self_mailer_12x9';
const OLIVE = '#2c4630';
const DARK = '#22382a';
const CREAM = '#fbf3e0';
const LEMON = '#f5cf4a';
const PALE = '#fae38a';
const LEAF = '#5d8a57';
const LIGHT_LEAF = '#82aa6c';

const lemon = (x: number, y: number, turn: number, size = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-72 0C-66-36-34-50 0-50s58 14 70 40c10 2 16 6 16 10s-6 8-16 10C58 36 34 50 0 50s-66-14-72-50z" fill="${LEMON}"/><path d="M-56-8C-46-32-20-40 4-38-24-30-40-20-56-8z" fill="${PALE}"/><path d="M-72 0l-12-4v8z" fill="#7b5b2e"/></g>`;

const halfLemon = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><circle r="58" fill="${LEMON}"/><circle r="51" fill="#fff8dc"/>${repeat(8, (i) => `<path d="M0-6L-15-41Q0-50 15-41z" fill="${PALE}" transform="rotate(${i * 45})"/>`)}<circle r="5" fill="#fff8dc"/></g>`;

const leaf = (x: number, y: number, turn: number, size: number, fill: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C14-30 60-44 112-18 70 22 26 26 0 0z" fill="${fill}"/><path d="M4-1C36-12 70-18 104-17" fill="none" stroke="${DARK}" stroke-width="2.5" opacity=".5"/></g>`;

const blossom = (x: number, y: number, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${repeat(5, (i) => `<ellipse cy="-17" rx="10" ry="17" fill="#fffaf0" transform="rotate(${i * 72})"/>`)}<circle r="8" fill="${LEMON}"/></g>`;

/** Branches at the top and bottom, with space for the name between them. */
const branches = `<g fill="none" stroke="#7b5b2e" stroke-width="9" stroke-linecap="round"><path d="M-10 60C110 70 190 120 300 96S480 40 560 70"/><path d="M120-10c30 60 30 90 10 150M-10 800c120-20 190 20 290-10s170-60 290-20"/><path d="M470-10c-10 50 10 80 40 110"/></g>
${leaf(40, 66, 60, 1.1, LEAF)}${leaf(110, 78, -50, 0.9, LIGHT_LEAF)}${leaf(170, 104, 24, 1, LEAF)}${leaf(250, 104, -36, 1.1, LIGHT_LEAF)}${leaf(320, 92, 30, 1, LEAF)}${leaf(420, 62, -30, 0.8, LIGHT_LEAF)}${leaf(530, 74, 70, 0.9, LEAF)}${leaf(130, 130, 140, 0.8, LIGHT_LEAF)}${leaf(250, 110, 110, 0.9, LEAF)}
${lemon(86, 190, 74, 1.05)}${lemon(212, 206, 100, 0.92)}${lemon(424, 150, 64, 1.08)}${lemon(540, 190, 104, 0.86)}${blossom(330, 150)}${blossom(30, 112, 0.8)}${blossom(368, 66, 0.7)}
${leaf(20, 796, -60, 1, LEAF)}${leaf(110, 792, 40, 1.1, LIGHT_LEAF)}${leaf(200, 800, -48, 1, LEAF)}${leaf(300, 786, -20, 1, LIGHT_LEAF)}${leaf(380, 760, 44, 0.9, LEAF)}${leaf(480, 744, -50, 1, LIGHT_LEAF)}${leaf(540, 756, 30, 0.9, LEAF)}
${lemon(72, 866, 20, 1)}${halfLemon(210, 858, 12)}${lemon(340, 852, -24, 1.05)}${lemon(500, 838, 30, 1)}${blossom(270, 762)}${blossom(440, 806, 0.9)}${blossom(134, 740, 0.8)}`;

const dish = (name: string, note: string, price: string) =>
  `<li><b>${name}</b><i></i><span>${price}</span><em>${note}</em></li>`;
const course = (name: string, dishes: string) => `<h2>${name}</h2><ul>${dishes}</ul>`;

const front = designHtml(
  SIZE,
  'Menu, inside',
  `body{background:${CREAM};color:${DARK}}
.name{position:absolute;left:.4in;width:5.4in;top:3.55in;text-align:center;color:${CREAM}}
h1{font:560 62pt/.92 ${SERIF};letter-spacing:-.025em}
.name p{font:italic 400 15.5pt/1.35 ${SERIF};color:${PALE};margin-top:.2in}
.menu{position:absolute;left:6.62in;right:.56in;top:.6in;bottom:.5in;display:flex;flex-direction:column}
h2{font:italic 560 18pt/1 ${SERIF};color:#b28a17;margin:.17in 0 .06in}
h2:first-child{margin-top:0}
ul{list-style:none}
li{display:grid;grid-template-columns:auto 1fr auto;align-items:baseline;gap:0 .08in;padding:.04in 0;font-size:11pt}
li b{font:600 11.6pt/1.3 ${SERIF}}
li i{border-bottom:.9pt dotted #b8a98a}
li span{font:600 11pt/1.3 ${SERIF};font-feature-settings:'lnum'}
li em{grid-column:1/-1;font:400 8.5pt/1.35 'Inter Variable',sans-serif;color:#5f6b57}
.offer{margin-top:auto;background:${OLIVE};color:${CREAM};padding:.16in .2in;display:flex;justify-content:space-between;align-items:center;gap:.2in}
.offer b{text-wrap:balance;font:600 15pt/1.15 ${SERIF};color:${PALE}}
.offer span{font-size:8.6pt;line-height:1.4;text-align:right;white-space:nowrap}`,
  `${art(SIZE, `<path d="M0 0h612.5v925H0z" fill="${OLIVE}"/><svg width="612.5" height="925" viewBox="0 0 612.5 925">${branches}</svg>`)}
<main><div class="name"><h1>{{headline}}</h1><p>{{description}}</p></div><div class="menu">${
    course(
      'Antipasti',
      dish('Burrata', 'charred peppers, basil oil', '14') +
        dish('Fritto misto', 'squid, shrimp, lemon, aioli', '16') +
        dish('White beans on toast', 'rosemary, garlic, good oil', '9'),
    ) +
    course(
      'Pasta',
      dish('Tagliatelle al ragù', 'six hours, no shortcuts', '21') +
        dish('Lemon ravioli', 'ricotta, brown butter, sage', '19') +
        dish('Cacio e pepe', 'pecorino, a lot of pepper', '17'),
    ) +
    course(
      'Secondi',
      dish('Chicken under a brick', 'potatoes, salsa verde', '26') +
        dish('Branzino for two', 'fennel, olives, orange', '48') +
        dish('Eggplant parmigiana', 'as our grandmother made it', '20'),
    ) +
    course(
      'Dolci',
      dish('Olive oil cake', 'whipped mascarpone', '9') + dish('Affogato', 'fior di latte, espresso', '7'),
    )
  }<p class="offer"><b>{{offer}}</b><span>with this menu<br>until {{valid_until}}</span></p></div></main>`,
);

const dots = repeat(60, (i) => {
  const [row, column] = [Math.floor(i / 12), i % 12];
  return `<circle cx="${roundTenth(36 + column * 52 + (row % 2) * 26)}" cy="${roundTenth(30 + row * 46)}" r="3.2" fill="${LEAF}"/>`;
});

const back = designHtml(
  SIZE,
  'Menu, outside',
  `${mailingPanelCss(OLIVE)}
body{background:${OLIVE};color:${CREAM}}
.cover{position:absolute;left:.6in;top:.7in;width:4.9in;bottom:.6in;display:flex;flex-direction:column}
h2{font:560 46pt/.98 ${SERIF};letter-spacing:-.025em}
.cover>p{margin-top:.22in;font-size:12pt;line-height:1.5;max-width:4.3in}
.visit{margin-top:auto;display:grid;grid-template-columns:1fr 1fr;gap:.3in;font-size:10pt;line-height:1.5}
.visit b{font:600 14pt/1.3 ${SERIF};color:${PALE};display:block}`,
  `${art(SIZE, `<path d="M612.5 0h612.5v925H612.5z" fill="${CREAM}"/><svg x="612.5" y="0" width="612.5" height="300" viewBox="0 0 612.5 300"><path d="M0 0h612.5v300H0z" fill="${DARK}"/>${dots}${branches}</svg><g transform="translate(300 560) scale(1.25)">${leaf(-90, 0, -30, 1.2, LEAF)}${leaf(60, 6, 20, 1.2, LIGHT_LEAF)}${lemon(-30, 10, 16, 1.3)}${halfLemon(94, 36, 30)}${blossom(-120, 44)}</g>`)}
<main class="cover"><h2>{{back_title}}</h2><p>{{sender_company}} is open for dinner every day but Monday. Book a table, or let us pack it: the ravioli travels well.</p><div class="visit"><p><b>Come by</b>{{sender_address_line1}}<br>{{sender_city}}, {{sender_state}}</p><p><b>Call</b>{{phone}}<br>{{landing_page}}</p></div></main>${mailingPanel('right:0;bottom:0;width:6.125in;height:6.25in;padding:.42in .55in .55in .45in;background:transparent')}`,
);

export const menu: SeedTemplate = {
  uid: 'dinner-menu',
  name: 'Dinner menu',
  description: 'A folded menu that stays on the refrigerator: lemons outside, four courses inside.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'restaurant', season: 'any' },
};
