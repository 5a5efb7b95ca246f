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
const NIGHT = '#25356b';
const DEEP = '#1c2954';
const CREAM = '#fff4dc';
const RED = '#e4503d';
const SUN = '#f9bf3b';
const TEAL = '#2fa39a';
const PINK = '#f58fa3';
const FLAGS = [RED, SUN, TEAL, PINK, CREAM];

/** A string of flags that sags between two points. */
const bunting = (x1: number, y1: number, x2: number, y2: number, sag: number, flags: number) => {
  const at = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)] as const;
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 + sag * 2];
  return `<path d="M${x1} ${y1}Q${roundTenth(mx)} ${roundTenth(my)} ${x2} ${y2}" fill="none" stroke="${CREAM}" stroke-width="2.5"/>${repeat(
    flags,
    (i) => {
      const [[ax, ay], [bx, by]] = [at((i + 0.12) / flags), at((i + 0.88) / flags)];
      return `<path d="M${roundTenth(ax)} ${roundTenth(ay)}L${roundTenth(bx)} ${roundTenth(by)}L${roundTenth((ax + bx) / 2)} ${roundTenth((ay + by) / 2 + 46)}z" fill="${FLAGS[i % 5]}"/>`;
    },
  )}`;
};

const tent = (x: number, floor: number, width: number, height: number, color: string) => {
  const stripes = 6;
  const step = width / stripes;
  const eaves = floor - height * 0.55;
  const top = floor - height;
  return `<path d="M${x + width / 2} ${top}v-34" stroke="${CREAM}" stroke-width="4"/><path d="M${x + width / 2} ${top - 34}l34 11-34 11z" fill="${SUN}"/>${repeat(
    stripes,
    (i) => {
      const fill = i % 2 ? CREAM : color;
      const left = x + i * step;
      return `<path d="M${x + width / 2} ${top}L${roundTenth(left)} ${roundTenth(eaves)}h${roundTenth(step)}z" fill="${fill}"/><path d="M${roundTenth(left + 4)} ${roundTenth(eaves - 1)}h${roundTenth(step)}V${floor}h${roundTenth(-step)}z" fill="${i % 2 ? '#f1e2c0' : color}" opacity="${i % 2 ? 1 : 0.85}"/><path d="M${roundTenth(left)} ${roundTenth(eaves)}h${roundTenth(step)}a${roundTenth(step / 2)} ${roundTenth(step / 2.4)} 0 01${roundTenth(-step)} 0z" fill="${fill}"/>`;
    },
  )}<path d="M${x + width / 2 - 34} ${floor}q4-78 34-104 30 26 34 104z" fill="${DEEP}"/>`;
};

const wheelCars = (cx: number, cy: number, r: number) =>
  repeat(12, (i) => {
    const angle = (i * Math.PI) / 6 + 0.15;
    const [x, y] = [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r];
    return `<path d="M${roundTenth(x)} ${roundTenth(y)}v12" stroke="${CREAM}" stroke-width="3"/><path d="M${roundTenth(x - 19)} ${roundTenth(y + 14)}h38q2 28-19 28t-19-28z" fill="${FLAGS[i % 4]}"/><path d="M${roundTenth(x - 22)} ${roundTenth(y + 14)}q22-26 44 0z" fill="${CREAM}"/>`;
  });

const ferrisWheel = (cx: number, cy: number, r: number, floor: number) =>
  `<path d="M${cx - 92} ${floor}L${cx} ${cy}L${cx + 92} ${floor}" fill="none" stroke="${SUN}" stroke-width="13" stroke-linejoin="round"/><g fill="none" stroke="${CREAM}"><circle cx="${cx}" cy="${cy}" r="${r}" stroke-width="7"/><circle cx="${cx}" cy="${cy}" r="${r * 0.78}" stroke-width="3"/><circle cx="${cx}" cy="${cy}" r="${r * 0.3}" stroke-width="3"/><path d="${repeat(
    12,
    (i) => {
      const angle = (i * Math.PI) / 6 + 0.15;
      return `M${cx} ${cy}L${roundTenth(cx + Math.cos(angle) * r)} ${roundTenth(cy + Math.sin(angle) * r)}`;
    },
  )}" stroke-width="3"/></g>${wheelCars(cx, cy, r)}<circle cx="${cx}" cy="${cy}" r="20" fill="${RED}"/><circle cx="${cx}" cy="${cy}" r="9" fill="${SUN}"/>`;

const star = (x: number, y: number, r: number, fill: string) =>
  `<path d="M0-10L2.6-2.6 10 0 2.6 2.6 0 10-2.6 2.6-10 0-2.6-2.6z" transform="translate(${x} ${y}) scale(${r / 10})" fill="${fill}"/>`;
const stars = [
  [90, 590, 7],
  [230, 550, 6],
  [700, 180, 9],
  [1180, 250, 9],
  [1150, 420, 6],
  [560, 470, 9],
  [480, 590, 6],
  [850, 150, 6],
  [1060, 196, 7],
]
  .map(([x = 0, y = 0, r = 0], i) => star(x, y, r, i % 3 ? CREAM : SUN))
  .join('');

const balloon = (x: number, y: number, s: number) =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0-80C58-80 84-36 72 8 62 44 30 66 18 84h-36C-30 66-62 44-72 8-84-36-58-80 0-80z" fill="${RED}"/><path d="M0-80c26 20 34 110 12 164h-24C-34 30-26-60 0-80z" fill="${SUN}"/><path d="M0-80c40 6 56 60 46 100-6 26-20 46-30 64h-4C34 30 26-60 0-80zM0-80c-40 6-56 60-46 100 6 26 20 46 30 64h4C-34 30-26-60 0-80z" fill="${CREAM}"/><path d="M-16 84l4 22m28-22l-4 22" stroke="${CREAM}" stroke-width="3"/><path d="M-17 106h34l-4 26h-26z" fill="#b9763c"/></g>`;

const stall = (x: number, floor: number, color: string) =>
  `<path d="M${x + 8} ${floor - 118}h8V${floor}h-8zM${x + 134} ${floor - 118}h8V${floor}h-8z" fill="${CREAM}"/><path d="M${x} ${floor - 56}h150V${floor}H${x}z" fill="${color}"/><path d="M${x} ${floor - 62}h150v12H${x}z" fill="${CREAM}"/>${repeat(5, (i) => `<path d="M${x - 6 + i * 32.4} ${floor - 154}h32.4v36a16 16 0 01-32.4 0z" fill="${i % 2 ? CREAM : color}"/>`)}`;

const ground = (width: number, floor: number) =>
  `<path d="M0 ${floor}q${width / 4}-26 ${width / 2}-6t${width / 2}-4v140H0z" fill="${TEAL}"/><path d="M0 ${floor + 46}q${width / 4}-22 ${width / 2} 0t${width / 2}-10v120H0z" fill="#23837d"/>`;

const fairground = `<path d="M0 0h1225v925H0z" fill="${NIGHT}"/><circle cx="930" cy="500" r="330" fill="#2d4080"/>${stars}${ferrisWheel(930, 512, 246, 812)}${balloon(618, 268, 0.66)}${ground(1225, 800)}${tent(290, 822, 276, 268, RED)}${tent(576, 830, 200, 188, TEAL)}${stall(92, 836, SUN)}${stall(1048, 840, RED)}`;

const front = designHtml(
  SIZE,
  'School fair, inside',
  `body{background:${NIGHT};color:${CREAM}}
.type{position:absolute;left:.7in;top:1.95in;width:6in}
h1{font:640 66pt/.92 ${SERIF};letter-spacing:-.028em}
.when{margin-top:.28in;font:600 21pt/1.25 ${SERIF};color:${SUN}}
.what{margin-top:.1in;font-size:12pt;line-height:1.45;width:4.4in}`,
  `${art(SIZE, fairground + bunting(-20, 40, 420, 24, 74, 7) + bunting(420, 24, 840, 20, 84, 7) + bunting(840, 20, 1250, 52, 70, 7))}<main class="type"><h1>{{headline}}</h1><p class="when">{{event_date}}, {{event_time}}</p><p class="what">{{description}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'School fair, outside',
  `${mailingPanelCss(NIGHT)}
body{background:${SUN};color:${DEEP}}
.cover{position:absolute;left:.6in;top:1.75in;width:4.95in}
h2{font:640 40pt/.98 ${SERIF};letter-spacing:-.025em;margin-bottom:.24in}
dl{display:grid;grid-template-columns:.95in 1fr;font-size:11pt;line-height:1.4}
dt,dd{padding:.07in 0;border-top:1pt solid #d99a17}
dt{font-weight:700}
.note{margin-top:.26in;font-size:10.4pt;line-height:1.5}`,
  `${art(SIZE, `<path d="M0 0h612.5v925H0z" fill="${SUN}"/><path d="M612.5 0h612.5v925H612.5z" fill="#fff"/><svg x="612.5" y="0" width="612.5" height="290" viewBox="0 0 612.5 290"><path d="M0 0h612.5v290H0z" fill="${NIGHT}"/>${star(80, 150, 9, CREAM)}${star(520, 120, 8, SUN)}${star(300, 176, 7, CREAM)}${star(430, 190, 6, CREAM)}${bunting(-20, 16, 320, 10, 64, 6)}${bunting(320, 10, 640, 22, 60, 6)}<g transform="translate(0 -20)">${ground(612.5, 270)}${tent(60, 284, 130, 124, TEAL)}${stall(240, 286, RED)}${tent(440, 284, 118, 110, TEAL)}</g></svg><svg y="640" width="612.5" height="285" viewBox="0 640 612.5 285">${ferrisWheel(306, 948, 262, 1200).replaceAll(CREAM, DEEP).replaceAll(SUN, NIGHT)}</svg><svg width="612.5" height="160" viewBox="0 0 612.5 160">${bunting(-20, 20, 320, 12, 66, 6).replaceAll(SUN, NIGHT)}${bunting(320, 12, 640, 26, 60, 6).replaceAll(SUN, NIGHT)}</svg>`)}
<main class="cover"><h2>{{back_title}}</h2><dl><dt>When</dt><dd>{{event_date}}, {{event_time}}</dd><dt>Where</dt><dd>{{property_address}}, {{property_city}}</dd><dt>Admission</dt><dd>{{price}}</dd><dt>Bring</dt><dd>Small change, an empty bag for books, and your loudest voice for the raffle.</dd></dl><p class="note">{{offer}}</p></main>${mailingPanel('right:0;bottom:0;width:6.125in;height:6.35in;padding:.42in .55in .55in .45in')}`,
);

export const schoolFair: SeedTemplate = {
  uid: 'school-fair',
  name: 'School fair',
  description: 'A folded invitation to the whole neighborhood: a fairground at nightfall, and what to bring.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'school', season: 'fall' },
};
