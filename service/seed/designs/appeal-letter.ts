import { art, designHtml, repeat, SANS, SERIF, type SeedTemplate } from './parts.ts';

const SIZE = 'letter';
const SEA = '#143f4d';
const DEEP = '#0d2f3b';
const CREAM = '#fdf4e3';
const TOMATO = '#d9502f';
const WHEAT = '#f0b95b';
const LEAF = '#5f9160';

const jar = (x: number, w: number, h: number, fill: string, lid: string) =>
  `<path d="M${x} ${200 - h + 14}q0-8 8-8h${w - 16}q8 0 8 8v${h - 22}q0 8-8 8h${16 - w}q-8 0-8-8z" fill="#cfe3dd"/><path d="M${x + 5} ${200 - h * 0.68}h${w - 10}v${h * 0.68 - 12}q0 6-6 6h${22 - w}q-6 0-6-6z" fill="${fill}"/><path d="M${x + 2} ${200 - h - 2}h${w - 4}v13h${4 - w}z" fill="${lid}"/><path d="M${x + w * 0.24} ${200 - h * 0.5}h${w * 0.52}v${h * 0.22}h${-w * 0.52}z" fill="${CREAM}"/>`;

const can = (x: number, w: number, h: number, fill: string) =>
  `<path d="M${x} ${200 - h}h${w}v${h}h${-w}z" fill="#c4ced0"/><path d="M${x} ${200 - h + 9}h${w}v${h - 18}h${-w}z" fill="${fill}"/><circle cx="${x + w / 2}" cy="${200 - h / 2}" r="${w * 0.27}" fill="${CREAM}"/><path d="M${x + w * 0.74} ${200 - h + 9}h${w * 0.12}v${h - 18}h${-w * 0.12}z" fill="${CREAM}" opacity=".25"/>`;

const loaf = `<path d="M404 200c-12-2-16-20-8-34-6-26 18-40 44-40h64c30 0 52 14 46 40 8 14 4 32-8 34z" fill="#c98142"/><path d="M408 150c8-12 24-15 40-15h52c18 0 34 4 40 15-10 6-20 0-30 0s-22 8-36 6-24-6-36-4-20 4-30-2z" fill="#e0a566"/>${repeat(3, (i) => `<path d="M${446 + i * 32} 140l-10 26" stroke="#f3cf97" stroke-width="7" stroke-linecap="round"/>`)}`;

const apple = (x: number, fill: string) =>
  `<path d="M${x} 164c-10-8-30-5-31 14-1 14 13 22 20 22 5 0 7-2 11-2s6 2 11 2c7 0 21-8 20-22-1-19-21-22-31-14z" fill="${fill}"/><path d="M${x} 165q0-12 6-17" stroke="#4a2d1c" stroke-width="4" fill="none"/><path d="M${x + 4} 156q6-14 22-10-6 14-22 10z" fill="${LEAF}"/>`;

const carrots = `<g transform="rotate(-8 690 190)">${repeat(3, (i) => `<path d="M640 ${164 + i * 13}q44-9 88 2-44 14-88 8z" fill="${i === 1 ? '#ee8a3a' : '#e07a2c'}"/>`)}<path d="M642 172q-26-22-40-18 6 10 12 12-16 0-20 8 14 8 24 4-8 6-6 14 18 0 32-14z" fill="${LEAF}"/></g>`;

/** A pantry shelf across the full width of the sheet. */
const shelf = `<path d="M0 0h875v236H0z" fill="${SEA}"/>${repeat(14, (i) => `<path d="M${i * 66} 0v210" stroke="${DEEP}" stroke-width="2.5"/>`)}
${jar(46, 68, 118, TOMATO, WHEAT)}${jar(124, 56, 88, WHEAT, '#b8472b')}${can(198, 62, 92, '#3f7f8c')}${jar(284, 84, 138, '#8fae6f', CREAM)}${loaf}${apple(588, TOMATO)}<g transform="translate(34 0)">${carrots}</g>${can(778, 62, 104, WHEAT)}${apple(874, '#b8c46a')}
<path d="M0 200h875v14H0z" fill="#c98142"/><path d="M0 214h875v7H0z" fill="#8f5527"/><path d="M0 221h875v15H0z" fill="${DEEP}"/>`;

const box = (amount: string, what: string) => `<li><i></i><b>${amount}</b><span>${what}</span></li>`;

const page = designHtml(
  SIZE,
  'Year-end appeal',
  `body{background:#fffdf8;color:#22282a}
.head{position:absolute;left:1in;right:1in;top:2.58in;display:flex;justify-content:space-between;align-items:flex-start}
.to{font:400 10.6pt/1.42 ${SANS}}
.who{text-align:right;font-size:8.4pt;line-height:1.5;color:${SEA}}
.who b{font:620 15pt/1.2 ${SERIF};display:block;color:${SEA}}
.body{position:absolute;left:1in;right:1in;top:3.66in;font:400 11.4pt/1.52 ${SERIF}}
h1{font:600 23pt/1.12 ${SERIF};letter-spacing:-.018em;color:${TOMATO};margin-bottom:.15in}
.body p{margin-bottom:.11in}
.pull{float:right;width:1.9in;margin:.04in 0 .1in .3in;padding:.13in 0 .13in .2in;border-left:2.4pt solid ${WHEAT};font:italic 400 13.5pt/1.28 ${SERIF};color:${SEA}}
.sign{display:block;margin:.02in 0 .03in}
.give{position:absolute;left:0;right:0;bottom:0;height:2.02in;background:${CREAM};border-top:1.1pt dashed ${SEA};padding:.24in 1in 0;color:${SEA}}
.give h2{font:620 13.5pt/1.2 ${SERIF};margin-bottom:.11in}
.give ul{list-style:none;display:grid;grid-template-columns:repeat(4,1fr);gap:.14in}
.give li{position:relative;background:#fff;padding:.1in .12in .11in .4in;font-size:8pt;line-height:1.35}
.give li b{display:block;font:640 14pt/1.15 ${SERIF}}
.give i{position:absolute;left:.13in;top:.15in;width:.16in;height:.16in;border:1pt solid ${SEA}}
.give p{margin-top:.13in;font-size:8.4pt;display:flex;justify-content:space-between;gap:.2in;white-space:nowrap}`,
  `${art(SIZE, shelf)}
<header class="head"><p class="to">{{recipient_name}}<br>{{recipient_address_line1}}<br>{{recipient_city}}, {{recipient_state}} {{recipient_zip}}</p><p class="who"><b>{{sender_company}}</b>{{sender_address_line1}}<br>{{sender_city}}, {{sender_state}} {{sender_zip}}<br>{{letter_date}}</p></header>
<main class="body"><h1>{{headline}}</h1><p class="pull">“I came for a bag of groceries and went home with a neighbor’s phone number.”</p><p>Dear {{recipient_name}},</p><p>{{description}}</p><p>Nothing here is complicated. Farms bring what they could not sell, bakers bring yesterday’s bread, neighbors drive. What we must buy is the plain part: rice, beans, oil, diapers, and the diesel that carries them.</p><p>{{offer}}</p><p>Thank you for thinking of the people three streets away.</p><svg class="sign" width="128" height="42" viewBox="0 0 256 84" aria-hidden="true"><path d="M14 66C30 40 40 20 44 12c6 18 8 38 10 54M26 46c12-2 22-4 34-4M76 66c0-12 2-20 4-24 2-6 14-8 16 2 2 8 0 18 2 22 4-14 12-26 18-24 8 2 2 16 4 24 10 0 14-12 18-22-2 10-4 24 2 24 10 0 12-24 20-24-4 10-6 24 2 24s12-14 16-22c6-4 10 0 10 8-2 10-6 16 2 16 14-2 26-14 42-20" fill="none" stroke="#1c3f8f" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg><p>{{agent_name}}, director</p></main>
<section class="give"><h2>Yes, I want the shelves full this winter.</h2><ul>${box('$35', 'a week of groceries for two')}${box('$80', 'a month of fresh vegetables')}${box('$150', 'a full shelf of staples')}${box('$ ____', 'whatever is right for you')}</ul><p><span>Checks to {{sender_company}}, or give at <b>{{landing_page}}</b></span><span>Gifts by {{valid_until}} count for this year.</span></p></section>`,
);

export const appealLetter: SeedTemplate = {
  uid: 'year-end-appeal',
  name: 'Year-end appeal',
  description:
    'A food pantry asks its neighbors: a shelf of groceries, a short, honest letter, four ways to give.',
  size: SIZE,
  designs: [page],
  meta_data: { trade: 'nonprofit', season: 'winter' },
};
