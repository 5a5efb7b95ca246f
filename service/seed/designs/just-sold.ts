import { art, designHtml, mailingPanel, mailingPanelCss, repeat, SERIF, type SeedTemplate } from './parts.ts';

const SIZE = 'postcard_4x6';
const WINE = '#541527';
const DIM = '#702539';
const DIMMER = '#642031';
const GOLD = '#f3c265';
const CREAM = '#fbeeda';

interface House {
  readonly x: number;
  readonly width: number;
  readonly wall: number;
  readonly roof: number;
  readonly windows: number;
}
const STREET: readonly House[] = [
  { x: -14, width: 84, wall: 96, roof: 40, windows: 2 },
  { x: 72, width: 66, wall: 130, roof: 34, windows: 2 },
  { x: 140, width: 92, wall: 88, roof: 52, windows: 3 },
  { x: 234, width: 60, wall: 118, roof: 44, windows: 2 },
  { x: 296, width: 98, wall: 108, roof: 62, windows: 3 },
  { x: 396, width: 70, wall: 138, roof: 30, windows: 2 },
  { x: 468, width: 88, wall: 92, roof: 48, windows: 3 },
  { x: 558, width: 84, wall: 120, roof: 40, windows: 2 },
];
const SOLD = 4;

function house(
  { x, width, wall, roof, windows }: House,
  wallFill: string,
  lit: string,
  floor: number,
): string {
  const top = floor - wall;
  const step = width / windows;
  const panes = repeat(windows * 2, (i) => {
    const column = i % windows;
    const row = Math.floor(i / windows);
    const isDoor = row === 1 && column === windows - 1;
    const left = x + step * (column + 0.5) - 8;
    return isDoor
      ? `<path d="M${left - 1} ${floor}v-42h18v42z" fill="${lit}"/>`
      : `<path d="M${left} ${top + 16 + row * (wall * 0.42)}h16v24h-16z" fill="${lit}"/>`;
  });
  return `<path d="M${x + width * 0.7} ${top - roof}h12v${roof}h-12z" fill="${wallFill}"/><path d="M${x - 5} ${top}L${x + width / 2} ${top - roof}l${width / 2 + 5} ${roof}z" fill="${wallFill}"/><path d="M${x} ${top}h${width}v${wall}H${x}z" fill="${wallFill}"/>${panes}`;
}

const street = (floor: number) =>
  STREET.map((one, i) =>
    i === SOLD ? house(one, GOLD, WINE, floor) : house(one, i % 2 ? DIM : DIMMER, WINE, floor),
  ).join('');

/** A sign in front of the sold house. */
const sign = `<path d="M424 398v-78M412 398h24" stroke="${CREAM}" stroke-width="4.5"/><path d="M398 322h86v36h-86z" fill="${CREAM}"/><text x="441" y="346.5" text-anchor="middle" font-family="Inter Variable" font-weight="750" font-size="17" letter-spacing="1.6" fill="${WINE}">SOLD</text>`;

const front = designHtml(
  SIZE,
  'Just sold, front',
  `body{background:${WINE};color:${CREAM}}
.safe{inset:.36in}
h1{font:600 57pt/.9 ${SERIF};letter-spacing:-.028em;margin-left:-.02in}
.what{margin-top:.13in;font:500 13.5pt/1.3 ${SERIF};color:${GOLD}}
.who{position:absolute;right:0;top:.02in;text-align:right;font-size:7.4pt;font-weight:600;letter-spacing:.12em;text-transform:uppercase;max-width:1.6in;line-height:1.5}`,
  `${art(SIZE, `<circle cx="345" cy="300" r="150" fill="#5f1b2e"/>${street(398)}<path d="M0 396h625v29H0z" fill="#3d0e1b"/>${sign}`)}<main class="safe"><p class="who">{{sender_company}}</p><h1>{{headline}}</h1><p class="what">{{property_address}} — {{result}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Just sold, back',
  `${mailingPanelCss(WINE)}
body{background:${CREAM};color:${WINE}}
.tale{position:absolute;left:.34in;top:.36in;width:2.02in;bottom:.36in;display:flex;flex-direction:column}
h2{font:600 17.5pt/1.08 ${SERIF};letter-spacing:-.015em;margin-bottom:.12in}
.tale p{font-size:8.4pt;line-height:1.46}
.agent{margin-top:auto}
.agent b{font:600 11pt/1.3 ${SERIF};display:block}`,
  `${art(SIZE, `<path d="M258 0h367v102H258z" fill="${WINE}"/><svg x="258" y="0" width="367" height="102" viewBox="0 106 625 178" preserveAspectRatio="xMidYMax slice">${street(284)}</svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><p class="agent"><b>{{agent_name}}</b>{{sender_company}}<br>{{agent_phone}}</p></main>${mailingPanel('right:0;bottom:0;width:3.67in;height:3.23in;padding:.2in .34in .32in .24in')}`,
);

export const justSold: SeedTemplate = {
  uid: 'just-sold',
  name: 'Just sold',
  description: 'One house on the street has been sold, and the neighbors may wonder what theirs is worth.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'real estate', season: 'any' },
};
