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

const SIZE = 'postcard_6x11';
const NIGHT = '#173a57';
const WALL = '#24567c';
const CREAM = '#fdf3df';
const LAMP = '#ffd58a';
const DOOR = '#cf4632';

const clapboard = (width: number, height: number) =>
  `<path d="M0 0h${width}v${height}H0z" fill="${WALL}"/>${repeat(Math.ceil(height / 31), (i) => `<path d="M0 ${i * 31 + 26}h${width}v5H0z" fill="${NIGHT}" opacity=".5"/>`)}`;

const topiary = (x: number, floor: number) =>
  `<path d="M${x - 4} ${floor - 190}h8v140h-8z" fill="#5b3a2a"/><circle cx="${x}" cy="${floor - 222}" r="37" fill="#2f6a4d"/><circle cx="${x - 9}" cy="${floor - 232}" r="24" fill="#3f8460"/><circle cx="${x}" cy="${floor - 140}" r="27" fill="#2f6a4d"/><circle cx="${x - 7}" cy="${floor - 147}" r="16" fill="#3f8460"/>
<path d="M${x - 33} ${floor - 66}h66l-9 66h-48z" fill="#d98a5b"/><path d="M${x - 38} ${floor - 78}h76v17h-76z" fill="#e9a374"/>`;

const lantern = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y + 30}" r="64" fill="${LAMP}" opacity=".13"/><circle cx="${x}" cy="${y + 30}" r="40" fill="${LAMP}" opacity=".2"/><path d="M${x - 3} ${y - 26}h6v20h-6zM${x - 18} ${y}l18-18 18 18zM${x - 12} ${y + 58}h24v7h-24z" fill="#0f2638"/><path d="M${x - 16} ${y}h32l-5 58h-22z" fill="${LAMP}" stroke="#0f2638" stroke-width="3.5"/>`;

const fanSpokes = repeat(7, (i) => {
  const angle = (Math.PI * (i + 1)) / 8;
  return `M800 176L${roundTenth(800 - Math.cos(angle) * 86)} ${roundTenth(176 - Math.sin(angle) * 86)}`;
});

/** A hall with a lamp, a table, and a picture. Light from the hall falls on the steps. */
const hall = `<path d="M716 190h168v350H716z" fill="#ffc766"/><path d="M716 190h168v252H716z" fill="${LAMP}"/><path d="M742 226h98v206h-98z" fill="#ffe2aa"/>
<path d="M800 190v46" stroke="#7a4a24" stroke-width="2.5"/><path d="M778 262q0-28 22-28t22 28z" fill="${DOOR}"/><circle cx="800" cy="264" r="7" fill="#fffbe9"/>
<path d="M752 300h34v44h-34z" fill="#7fa3a0" stroke="#7a4a24" stroke-width="3.5"/><path d="M752 344l12-20 9 10 8-12 5 22z" fill="#3f6f6a"/>
<path d="M746 398h56v6h-56zM752 404h5v48h-5zM791 404h5v48h-5z" fill="#7a4a24"/><path d="M767 398q-8-18 4-24h8q12 6 4 24z" fill="#2d6b83"/><path d="M775 374v-34m0 18l-13-16m13 16l13-18" stroke="#2f6a4d" stroke-width="3" fill="none"/><circle cx="775" cy="336" r="7" fill="${DOOR}"/><circle cx="760" cy="341" r="6" fill="#f08b5f"/><circle cx="790" cy="338" r="6" fill="#f08b5f"/>
<path d="M716 442h168v98H716z" fill="#e0964f"/><path d="M742 442h98l22 98H716z" fill="#eba960"/>`;

const doorway = `<path d="M672 150q0-116 128-116t128 116z" fill="${CREAM}"/><path d="M676 150h248v396H676z" fill="${CREAM}"/><path d="M676 150h20v396h-20zM904 150h20v396h-20z" fill="#f1dfbf"/><path d="M660 146h280v16H660z" fill="#f1dfbf"/>
<path d="M708 180a92 92 0 01184 0z" fill="#ffcf7c"/><path d="${fanSpokes}M754 176a46 46 0 0192 0" fill="none" stroke="${CREAM}" stroke-width="6"/>
${hall}<path d="M708 176h184v14H708z" fill="${CREAM}"/>
<path d="M884 190l92-26v412l-92-36z" fill="${DOOR}"/><path d="M897 214l64-17v134l-64 4zM897 366l64 2v150l-64-25z" fill="#b2351f"/><path d="M903 226l52-13v108l-52 4zM903 376l52 2v130l-52-19z" fill="#d9553c"/><circle cx="894" cy="362" r="6.5" fill="${LAMP}"/><path d="M976 164v412l8-4V168z" fill="#8d2817"/>`;

const porch = `<path d="M0 540h1125v85H0z" fill="#7d5a48"/>${repeat(5, (i) => `<path d="M0 ${556 + i * 17}h1125" stroke="#5f4235" stroke-width="2"/>`)}<path d="M716 540h168l120 85H580z" fill="#f4c071"/><path d="M650 540h300v14H650z" fill="${CREAM}" opacity=".9"/>
<path d="M742 566h120l22 34H716z" fill="#3d2c28"/><path d="M752 573h100l12 20H738z" fill="none" stroke="#c99a5e" stroke-width="2"/>`;

const front = designHtml(
  SIZE,
  'Open house, front',
  `.safe{color:${CREAM}}
.eyebrow{font-size:9pt;font-weight:600;letter-spacing:.13em;text-transform:uppercase;color:${LAMP}}
h1{font:560 101pt/.84 ${SERIF};letter-spacing:-.032em;margin:.3in 0 .34in -.05in;width:5.2in}
.when{font:italic 420 25pt/1.2 ${SERIF};color:${LAMP}}
.where{position:absolute;left:0;bottom:0;font-size:12.5pt;line-height:1.4;font-weight:500}
.where b{font:600 19pt/1.2 ${SERIF};display:block;margin-bottom:.03in}`,
  `${art(SIZE, clapboard(1125, 560) + porch + doorway + topiary(612, 572) + topiary(1054, 590) + lantern(1034, 130))}<main class="safe"><p class="eyebrow">{{sender_company}} invites you</p><h1>{{headline}}</h1><p class="when">{{event_date}}<br>{{event_time}}</p><p class="where"><b>{{property_address}}</b>{{property_city}}&ensp;·&ensp;{{price}}</p></main>`,
);

const back = designHtml(
  SIZE,
  'Open house, back',
  `${mailingPanelCss(NIGHT)}
body{background:${CREAM};color:${NIGHT}}
.tale{position:absolute;left:.45in;top:.45in;width:4.6in;bottom:.45in;display:flex;flex-direction:column}
h2{font:580 29pt/1.06 ${SERIF};letter-spacing:-.02em;margin-bottom:.16in}
.tale>p{font-size:10.8pt;line-height:1.5;max-width:4.2in}
.card{display:grid;grid-template-columns:auto 1fr;gap:.03in .22in;margin:.24in 0;padding:.17in .2in;background:${NIGHT};color:${CREAM};font-size:10.5pt;line-height:1.45}
.card b{color:${LAMP};font-weight:600}
.agent{margin-top:auto}
.agent b{font:600 15pt/1.25 ${SERIF};display:block}`,
  `${art(SIZE, `<svg x="545" y="0" width="580" height="212" viewBox="545 0 580 212">${clapboard(1125, 212)}<path d="M545 192h580v20H545z" fill="#7d5a48"/>${lantern(835, 62)}<g transform="translate(646 206) scale(.62)">${topiary(0, 0)}</g><g transform="translate(1024 206) scale(.62)">${topiary(0, 0)}</g></svg>`)}
<main class="tale"><h2>{{back_title}}</h2><p>{{description}}</p><div class="card"><b>When</b><span>{{event_date}}, {{event_time}}</span><b>Where</b><span>{{property_address}}, {{property_city}}</span><b>Bring</b><span>Your questions. Coffee is on us.</span></div><p class="agent"><b>{{agent_name}}</b>{{sender_company}}&ensp;·&ensp;{{agent_phone}}</p></main>${mailingPanel('right:0;bottom:0;width:5.8in;height:4.13in;padding:.32in .44in .4in .4in')}`,
);

export const openHouse: SeedTemplate = {
  uid: 'open-house',
  name: 'Open house, Sunday',
  description:
    'An invitation in the evening light, with an open door. Date, time, and address. The agent is on the back.',
  size: SIZE,
  designs: [front, back],
  meta_data: { trade: 'real estate', season: 'any' },
};
