import { art, designHtml, mailingPanel, mailingPanelCss, repeat, SERIF, type SeedTemplate } from './parts.ts';
import { toothVase } from './tooth-vase.ts';

const SIZE = 'postcard_4x6';
const PINE = '#0f4a44';
const MINT = '#c9ebdf';
const DEEP = '#aedfce';

const tiles = (x: number, y: number, columns: number, rows: number) =>
  repeat(columns * rows, (i) => {
    const [left, top] = [x + (i % columns) * 38, y + Math.floor(i / columns) * 38];
    return `<path d="M${left} ${top}h35v35h-35z" fill="${(i * 7 + Math.floor(i / columns) * 3) % 11 === 0 ? '#bfe5d8' : '#d0eee4'}"/>`;
  });

const front = designHtml(
  SIZE,
  'Checkup, front',
  `body{background:${MINT};color:${PINE}}
.safe{inset:.38in}
h1{font:600 33pt/.98 ${SERIF};letter-spacing:-.024em;width:3.15in}
.sub{margin-top:.13in;width:2.5in;font-size:9.6pt;line-height:1.42}
.call{position:absolute;left:0;bottom:0;font-size:8.6pt;line-height:1.4}
.call b{display:block;font:620 15pt/1.2 ${SERIF}}`,
  `${art(SIZE, `${tiles(-4, -26, 17, 10)}<path d="M0 326h625v99H0z" fill="${DEEP}"/><path d="M0 326h625v6H0z" fill="#9ad2bf"/><ellipse cx="497" cy="378" rx="96" ry="10" fill="#8fcbb6"/><g transform="translate(372 4) scale(.93)">${toothVase()}</g>`)}
<main class="safe"><h1>{{headline}}</h1><p class="sub">{{offer}}</p><p class="call"><b>{{phone}}</b>{{sender_company}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Checkup, back',
  `${mailingPanelCss(PINE)}
body{background:${MINT};color:${PINE}}
.tale{position:absolute;left:.34in;top:.36in;width:2.05in;bottom:.36in;display:flex;flex-direction:column}
h2{font:600 17.5pt/1.08 ${SERIF};letter-spacing:-.015em;margin-bottom:.12in}
.tale p{font-size:8.4pt;line-height:1.46}
ul{list-style:none;margin-top:.11in;font-size:8.4pt}
li{padding:.045in 0;border-top:.5pt solid #86c4b0}
.call{margin-top:auto}
.call b{display:block;font:600 12pt/1.3 ${SERIF}}`,
  `${art(SIZE, `<svg x="258" y="0" width="367" height="102" viewBox="0 0 367 102">${tiles(-2, -12, 10, 4)}<g transform="translate(34 6) scale(.29)">${toothVase()}</g><g transform="translate(146 6) scale(.29)">${toothVase()}</g><g transform="translate(258 6) scale(.29)">${toothVase()}</g></svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><ul><li>Cleaning and polish</li><li>X-rays when they are due</li><li>Time for your questions</li></ul><p class="call"><b>{{phone}}</b>{{landing_page}}</p></main>${mailingPanel('right:0;bottom:0;width:3.67in;height:3.23in;padding:.2in .34in .32in .24in')}`,
);

export const checkup: SeedTemplate = {
  uid: 'spring-checkup',
  name: 'Spring checkup reminder',
  description:
    'A dentist’s friendly reminder: tulips in a tooth. The phone number and what to expect are on the back.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'dentist', season: 'spring' },
};
