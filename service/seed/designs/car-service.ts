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
const CREAM = '#f9efd9';
const NAVY = '#1b2f45';
const BANDS = ['#1f6f78', '#e9b44c', '#e4762f', '#c23b2a'];
const BODY = '#2a8089';
const GLASS = '#d9eef0';

/** Four racing stripes that arc over the car. */
const stripes = (cx: number, floor: number) =>
  BANDS.map((fill, i) => {
    const [outer, inner] = [330 - i * 42, 330 - (i + 1) * 42];
    return `<path d="M${cx - outer} ${floor}a${outer} ${outer} 0 01${outer * 2} 0h${inner - outer}a${inner} ${inner} 0 00${-inner * 2} 0z" fill="${fill}"/>`;
  }).join('');

const wheel = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="41" fill="${NAVY}"/><circle cx="${x}" cy="${y}" r="25" fill="${CREAM}"/><circle cx="${x}" cy="${y}" r="19" fill="#b9c4c6"/>${repeat(5, (i) => `<path d="M${x} ${y}L${roundTenth(x + 19 * Math.sin(i * 1.2566))} ${roundTenth(y - 19 * Math.cos(i * 1.2566))}" stroke="${NAVY}" stroke-width="4"/>`)}<circle cx="${x}" cy="${y}" r="6" fill="${NAVY}"/>`;

/**
 * A small old hatchback with a roof rack, seen from the side. The car is 430 units wide, and its wheels touch
 * the ground at `y`.
 */
const car = (x: number, y: number) => `<g transform="translate(${x} ${y})">
<path d="M86-196h190M110-196v14M252-196v14" stroke="${NAVY}" stroke-width="6"/><path d="M118-216h96v20h-96zM222-212h44v16h-44z" fill="#c98a4b"/><path d="M140-216v20M192-216v20M244-212v16" stroke="#8f5a2a" stroke-width="5"/>
<path d="M4-52q-6-46 22-58l34-6 46-58q10-10 26-10h130q16 0 26 12l52 58 64 10q26 6 28 30v28q0 14-14 14H20Q6-38 4-52z" fill="${BODY}"/><path d="M4-52q-4-20 0-34h428v32q0 14-14 16H20Q6-38 4-52z" fill="#226a72"/>
<path d="M78-116l36-48q6-8 16-8h56v56zM200-172h58q12 0 20 8l44 48H200z" fill="${GLASS}"/><path d="M100-116l42-56h18l-42 56zM236-116l-22-56h12l24 56z" fill="#fff" opacity=".6"/>
<path d="M193-172v130M66-112l-6 70M326-112q6 30-8 70" stroke="#1a555c" stroke-width="4" fill="none"/><path d="M206-98h26v7h-26zM84-98h26v7H84z" fill="${NAVY}"/>
<path d="M404-98q24 2 28 24h-30q-8-14 2-24z" fill="#ffe49a"/><path d="M4-86q2-14 14-16l6 26H2z" fill="#c23b2a"/><path d="M-8-54h40v14H-2q-6 0-6-14zM400-54h40q2 14-8 14h-32z" fill="#cfd6d6"/>
<path d="M56-38a44 44 0 0188 0zM286-38a44 44 0 0188 0z" fill="#12404a"/>${wheel(100, -38)}${wheel(330, -38)}</g>`;

const flake = (x: number, y: number, r: number) =>
  `<g transform="translate(${x} ${y})" fill="none" stroke="#9cc3c6" stroke-width="3" stroke-linecap="round">${repeat(3, (i) => `<path d="M0 ${-r}V${r}M${-r * 0.3} ${-r * 0.72}L0 ${roundTenth(-r * 0.45)}l${roundTenth(r * 0.3)} ${roundTenth(-r * 0.27)}M${roundTenth(-r * 0.3)} ${roundTenth(r * 0.72)}L0 ${roundTenth(r * 0.45)}l${roundTenth(r * 0.3)} ${roundTenth(r * 0.27)}" transform="rotate(${i * 60})"/>`)}</g>`;
const snow =
  flake(470, 84, 17) +
  flake(884, 100, 20) +
  flake(846, 226, 12) +
  flake(420, 214, 11) +
  flake(566, 46, 10) +
  flake(770, 60, 12) +
  flake(905, 330, 13);

const front = designHtml(
  SIZE,
  'Car service, front',
  `body{background:${CREAM};color:${NAVY}}
h1{font:660 54pt/.92 ${SERIF};letter-spacing:-.028em;width:4.5in}
.eyebrow{font-size:10pt;font-weight:700;margin-bottom:.16in;color:#c23b2a}
.offer{position:absolute;left:0;bottom:0;width:3.2in;font-size:10pt;line-height:1.4}
.offer b{display:block;font:660 37pt/1 ${SERIF};letter-spacing:-.02em;color:#c23b2a;margin-bottom:.03in}`,
  `${art(SIZE, `${snow}${stripes(656, 474)}<path d="M0 470h925v155H0z" fill="#efe0bd"/><path d="M0 470h925v8H0z" fill="${NAVY}"/><path d="M400 548h110m50 0h150m56 0h150" stroke="${CREAM}" stroke-width="12"/>${car(436, 473)}`)}
<main class="safe"><p class="eyebrow">{{sender_company}}</p><h1>{{headline}}</h1><p class="offer"><b>{{price}}</b>{{offer}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Car service, back',
  `${mailingPanelCss(NAVY)}
body{background:${CREAM};color:${NAVY}}
.tale{position:absolute;left:.42in;top:.42in;width:3.2in;bottom:.42in;display:flex;flex-direction:column}
h2{font:640 24pt/1.05 ${SERIF};letter-spacing:-.02em;margin-bottom:.13in}
.tale p{font-size:10pt;line-height:1.46}
ul{list-style:none;margin:.16in 0;font-size:9.6pt;columns:2;column-gap:.2in}
li{padding:.05in 0;border-bottom:.5pt solid #dcc79c;break-inside:avoid}
.call{margin-top:auto}
.call b{display:block;font:640 19pt/1.15 ${SERIF};color:#c23b2a}`,
  `${art(SIZE, `<svg x="405" y="0" width="520" height="215" viewBox="0 0 520 215"><path d="M0 0h520v215H0z" fill="#efe0bd"/><g transform="translate(-28 28) scale(.72)">${stripes(400, 244)}${car(190, 244)}</g><path d="M0 203h520v12H0z" fill="${NAVY}"/></svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><ul><li>Battery under load</li><li>Brakes and fluid</li><li>Antifreeze</li><li>Tires and pressure</li><li>Wipers and lights</li><li>Oil and filter</li></ul><p class="call"><b>{{phone}}</b>{{sender_address_line1}}, {{sender_city}}<br>Good until {{valid_until}}</p></main>${mailingPanel('right:0;bottom:0;width:5.2in;height:4.1in;padding:.3in .42in .4in .34in')}`,
);

export const carService: SeedTemplate = {
  uid: 'winter-service',
  name: 'Winter service',
  description: 'An auto shop’s seasonal check at a fixed price, under four retro stripes.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'auto repair', season: 'winter' },
};
