import {
  art,
  designHtml,
  mailingPanel,
  mailingPanelCss,
  roundTenth,
  SERIF,
  type SeedTemplate,
} from './parts.ts';

const SIZE = 'self_mailer_6x18';
const SKY = '#dff0ee';
const SOIL = '#5a3a29';
const CLAY = '#6f4a34';
const INK = '#1f3d33';
const CREAM = '#fff8e8';
const LEAF = '#4b8b52';
const SPROUT = '#7bb266';
const GROUND = 410;

const stem = (x: number, height: number, bend = 0) =>
  `<path d="M${x} ${GROUND + 6}q${bend} ${-height / 2} 0 ${-height}" fill="none" stroke="${LEAF}" stroke-width="6" stroke-linecap="round"/>`;
const blade = (x: number, lean: number, height: number, fill = LEAF) =>
  `<path d="M${x - 7} ${GROUND + 4}q${lean * 0.2} ${-height * 0.7} ${lean} ${-height}q${-lean * 0.1 + 14} ${height * 0.5} ${14 - lean} ${height}z" fill="${fill}"/>`;

const tulip = (x: number, height: number, fill: string, light: string) => {
  const y = GROUND - height;
  return `${blade(x, -26, height * 0.72)}${blade(x, 30, height * 0.6, SPROUT)}${stem(x, height)}<path d="M${x - 25} ${y + 8}c-3-26 3-44 8-54 7 6 13 13 17 20 4-7 10-14 17-20 5 10 11 28 8 54-2 18-13 28-25 28s-23-10-25-28z" fill="${fill}"/><path d="M${x} ${y - 42}c12 14 14 38 11 56-2 12-6 20-11 22-5-2-9-10-11-22-3-18-1-42 11-56z" fill="${light}"/><path d="M${x - 15} ${GROUND + 44}q0-30 15-38 15 8 15 38-4 14-15 14t-15-14z" fill="#c98f5c"/><path d="M${x - 8} ${GROUND + 58}l-6 24m14-22v28m8-30l6 24" stroke="#c98f5c" stroke-width="2.5"/>`;
};

const daisy = (x: number, height: number, petals = '#fffdf6', eye = '#f3b53d') => {
  const y = GROUND - height;
  const ring = Array.from(
    { length: 12 },
    (_, i) => `<ellipse cy="-22" rx="7" ry="17" fill="${petals}" transform="rotate(${i * 30})"/>`,
  ).join('');
  return `${stem(x, height, 14)}<path d="M${x + 4} ${GROUND - height * 0.4}q26-24 44-8-20 20-44 8zM${x + 4} ${GROUND - height * 0.22}q-30-18-44 4 24 14 44-4z" fill="${SPROUT}"/><g transform="translate(${x} ${y})">${ring}<circle r="11" fill="${eye}"/></g>`;
};

const sunflower = (x: number, height: number) => {
  const y = GROUND - height;
  const ring = (count: number, fill: string, turn: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        `<path d="M0-34q16-22 0-52-16 30 0 52z" fill="${fill}" transform="rotate(${roundTenth((360 / count) * i + turn)})"/>`,
    ).join('');
  return `<path d="M${x} ${GROUND + 6}V${y}" stroke="${LEAF}" stroke-width="10"/><path d="M${x} ${GROUND - height * 0.35}q46-52 92-22-36 46-92 22zM${x} ${GROUND - height * 0.55}q-46-52-92-22 36 46 92 22z" fill="${LEAF}"/><g transform="translate(${x} ${y})">${ring(16, '#e89a26', 11)}${ring(16, '#f7c244', 0)}<circle r="40" fill="#5a3420"/><circle r="27" fill="#754629"/></g>`;
};

const fronds = (x: number, fill: string) =>
  `<path d="M${x} ${GROUND + 8}q-34-30-40-84 26 26 40 84zM${x} ${GROUND + 8}q34-30 40-84-26 26-40 84zM${x} ${GROUND + 8}q-10-50 0-104 10 54 0 104z" fill="${fill}"/>`;
const carrot = (x: number, depth: number) =>
  `${fronds(x, SPROUT)}<path d="M${x - 22} ${GROUND + 14}q22-14 44 0-4 70-22 ${depth}-18${-depth + 70}-22${-depth}z" fill="#ee8433"/><path d="M${x - 16} ${GROUND + 44}h16m2 28h11m-22 22h10" stroke="#c9641e" stroke-width="3.5" stroke-linecap="round"/>`;
const beet = (x: number) =>
  `<path d="M${x} ${GROUND + 14}q-50-50-30-106 24 20 30 60 8-50 34-64 14 56-34 110z" fill="${LEAF}"/><path d="M${x} ${GROUND + 14}V${GROUND - 62}" stroke="#b33a63" stroke-width="6"/><path d="M${x} ${GROUND + 10}c44 0 52 60 10 84-6 6-8 26-10 44-2-18-4-38-10-44-42-24-34-84 10-84z" fill="#93264f"/><path d="M${x - 24} ${GROUND + 36}q-6 24 8 38" stroke="#b8557c" stroke-width="6" fill="none" stroke-linecap="round"/>`;
const radish = (x: number) =>
  `<path d="M${x} ${GROUND + 8}q-40-24-32-66 28 12 32 66 4-54 32-66 8 42-32 66z" fill="${SPROUT}"/><path d="M${x} ${GROUND + 4}c30 0 34 40 6 56-4 4-5 14-6 28-1-14-2-24-6-28-28-16-24-56 6-56z" fill="#e2456b"/><path d="M${x - 12} ${GROUND + 50}q12 12 24 0-4 8-9 12-2 8-3 26-1-18-3-26-5-4-9-12z" fill="#fff3ea"/>`;

const worm = (x: number, y: number) =>
  `<path d="M${x} ${y}q16-22 32 0t32 0 30-6" fill="none" stroke="#e79a8d" stroke-width="11" stroke-linecap="round"/><circle cx="${x + 92}" cy="${y - 8}" r="2" fill="#3b2418"/>`;
const stones = [
  [60, 590, 20],
  [236, 560, 13],
  [505, 596, 24],
  [770, 588, 16],
  [1010, 600, 22],
  [1290, 582, 14],
  [1480, 600, 22],
  [1700, 590, 18],
  [1790, 540, 12],
  [380, 604, 12],
  [1150, 556, 11],
]
  .map(
    ([x = 0, y = 0, r = 0]) =>
      `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${roundTenth(r * 0.7)}" fill="#87644c"/>`,
  )
  .join('');

const wateringCan = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><path d="M0-92h92l10 92H-10z" fill="#2f7f86"/><path d="M0-92h92l2 16H-2z" fill="#3f9aa0"/><path d="M92-34l64-62 10 10-64 80z" fill="#2f7f86"/><path d="M146-112l34 30-8 10-36-32z" fill="#3f9aa0"/><path d="M10-92q-58-4-60 44 4 34 42 36" fill="none" stroke="#2f7f86" stroke-width="11"/><path d="M12-92q34-52 70 0" fill="none" stroke="#3f9aa0" stroke-width="9"/></g>`;

const bee = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><ellipse cx="-4" cy="-13" rx="9" ry="13" fill="#fff" opacity=".9" transform="rotate(-24)"/><ellipse cx="9" cy="-13" rx="9" ry="13" fill="#fff" opacity=".9" transform="rotate(20)"/><ellipse rx="19" ry="12" fill="#f3b53d"/><path d="M-6-11v22M4-12v24M13-9v18" stroke="#3b2418" stroke-width="4.5"/></g>`;

const ground = (width: number, buried = '') =>
  `<path d="M0 0h${width}v625H0z" fill="${SKY}"/><path d="M0 ${GROUND}h${width}v215H0z" fill="${SOIL}"/><path d="M0 ${GROUND}h${width}v22q-${width / 8} 16-${width / 4} 0t-${width / 4} 0-${width / 4} 0-${width / 4} 0z" fill="${CLAY}"/>${buried}<path d="M0 ${GROUND - 4}h${width}v8H0z" fill="${LEAF}"/>`;

const bed = `${ground(1825, stones)}<circle cx="1540" cy="118" r="72" fill="#f9d568"/>
${carrot(58, 128)}${carrot(126, 104)}${daisy(196, 96)}${radish(270)}${radish(336)}${beet(420)}${beet(516)}${tulip(612, 168, '#e2456b', '#f0809a')}${tulip(676, 204, '#f3b53d', '#f9d47f')}${tulip(742, 156, '#e2456b', '#f0809a')}${daisy(812, 214)}${tulip(868, 132, '#8e5ea8', '#b48bc9')}
${daisy(960, 120)}${radish(1026)}${carrot(1094, 112)}${daisy(1170, 150, '#f9c2cf', '#e2456b')}${wateringCan(1234, GROUND)}${tulip(1446, 150, '#f3b53d', '#f9d47f')}${beet(1516)}${sunflower(1606, 224)}${carrot(1690, 124)}${daisy(1760, 168)}
${worm(300, 556)}${worm(1130, 568)}${bee(905, 120)}${bee(1462, 196)}<path d="M870 150q-26 34-52 14" fill="none" stroke="${INK}" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"/>`;

const front = designHtml(
  SIZE,
  'Garden center, inside',
  `body{background:${SKY};color:${INK}}
.left{position:absolute;left:.5in;top:.48in;width:5.6in}
h1{font:600 55pt/.95 ${SERIF};letter-spacing:-.028em}
.right{position:absolute;left:9.6in;top:.5in;width:5in}
.right h2{font:600 22pt/1.1 ${SERIF};letter-spacing:-.015em}
.right p{font-size:11pt;line-height:1.45;margin-top:.1in}
.offers{position:absolute;left:.5in;right:.5in;bottom:.34in;display:flex;justify-content:flex-end;gap:.22in;list-style:none}
.offers li{background:${CREAM};padding:.09in .16in .1in;font-size:9pt;line-height:1.3}
.offers b{font:640 16pt/1.1 ${SERIF};display:block;color:#b33a63}`,
  `${art(SIZE, bed)}<main><div class="left"><h1>{{headline}}</h1></div><div class="right"><h2>{{offer}}</h2><p>{{description}}</p></div><ul class="offers"><li><b>3 for $12</b>herbs in pots</li><li><b>$6 a flat</b>pansies, six colors</li><li><b>$19</b>roses, bare root</li></ul></main>`,
);

const back = designHtml(
  SIZE,
  'Garden center, outside',
  `${mailingPanelCss(INK)}
body{background:${CREAM};color:${INK}}
.cover{position:absolute;left:.5in;top:.5in;width:7.8in}
h2{font:600 38pt/1 ${SERIF};letter-spacing:-.025em}
.cover p{margin-top:.16in;font-size:11.5pt;line-height:1.5;width:5in}
.visit{position:absolute;left:.5in;bottom:.42in;width:8in;color:${CREAM};display:flex;gap:.5in;font-size:10pt;line-height:1.45}
.visit b{font:600 13.5pt/1.3 ${SERIF};display:block;color:#f9d568}`,
  `${art(SIZE, `<svg width="912.5" height="625" viewBox="0 0 912.5 625">${ground(1825)}${tulip(480, 96, '#8e5ea8', '#b48bc9')}${radish(548)}${daisy(612, 132)}${tulip(676, 150, '#e2456b', '#f0809a')}${carrot(742, 108)}${sunflower(836, 196)}${bee(716, 150)}</svg><path d="M912.5 0h912.5v625h-912.5z" fill="#fff"/><path d="M912.5 0h16v625h-16z" fill="${LEAF}"/>`)}
<main><div class="cover"><h2>{{back_title}}</h2><p>{{sender_company}} opens its greenhouses on {{event_date}}. Come with muddy boots.</p></div><div class="visit"><p><b>Open every day</b>8 to 6, Sunday 9 to 4</p><p><b>{{sender_address_line1}}</b>{{sender_city}}, {{sender_state}}</p><p><b>{{phone}}</b>{{landing_page}}</p></div></main>${mailingPanel('right:0;top:0;bottom:0;width:8.95in;padding:.5in .6in .6in .5in;background:transparent')}`,
);

export const gardenCenter: SeedTemplate = {
  uid: 'spring-in-the-ground',
  name: 'Spring is in the ground',
  description:
    'A garden center’s long self mailer: a flower bed seen from the side, above and below the soil.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'garden center', season: 'spring' },
};
