import { art, designHtml, SANS, SERIF, type SeedTemplate } from './parts.ts';
import { toothVase } from './tooth-vase.ts';

const SIZE = 'letter';
const PINE = '#0f4a44';

/** R. Kline's signature. */
const signature = `<svg width="150" height="52" viewBox="0 0 300 104" aria-hidden="true"><path d="M16 86C30 44 44 18 58 14c18-4 16 22-4 32-8 4-16 4-18 2 12 8 22 26 36 32 8 2 14-4 18-12M128 22c-6 20-14 44-18 58M170 20c-18 8-40 26-50 38 12 0 22 22 34 22 12 0 18-22 28-56-6 22-10 44-6 50 6 6 12-10 18-20-2 10-4 20 2 20 8 0 10-18 18-20 8 0 0 20 6 20 10 0 18-14 20-20 2-8-8-8-10 2-2 12 8 20 20 16 14-6 26-18 36-22" fill="none" stroke="#1c3f8f" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const page = designHtml(
  SIZE,
  'A letter from the dentist',
  `body{background:#fff;color:#1d2b2a}
.head{position:absolute;left:1.12in;top:.86in;color:${PINE}}
.head b{font:600 23pt/1 ${SERIF};letter-spacing:-.015em;display:block;margin-bottom:.07in}
.head p{font-size:8.6pt;line-height:1.5}
.to{position:absolute;left:1.12in;top:2.38in;font:400 10.6pt/1.42 ${SANS}}
.date{position:absolute;left:1.12in;top:3.3in;font-size:9.6pt;color:${PINE}}
.body{position:absolute;left:1.12in;right:1.5in;top:3.78in;font:400 11.4pt/1.55 ${SERIF}}
.body p{margin-bottom:.14in}
.body h1{font:600 17pt/1.2 ${SERIF};color:${PINE};margin-bottom:.16in;letter-spacing:-.01em}
.sign{margin:.02in 0 -.02in -.06in}
.ps{border-left:2.4pt solid #f0745c;padding-left:.16in;margin-top:.22in}
.foot{position:absolute;left:1.12in;right:1.12in;bottom:.72in;display:flex;justify-content:space-between;border-top:.7pt solid #9fd3c2;padding-top:.11in;font-size:8.4pt;color:${PINE}}`,
  `${art(SIZE, `<path d="M0 0h875v40H0z" fill="#c9ebdf"/><path d="M0 0h40v1125H0z" fill="#c9ebdf"/><circle cx="875" cy="0" r="330" fill="#c9ebdf"/><g transform="translate(656 58) scale(.46)">${toothVase()}</g>`)}
<header class="head"><b>{{sender_company}}</b><p>{{sender_address_line1}}, {{sender_city}}, {{sender_state}} {{sender_zip}}<br>{{phone}}&ensp;·&ensp;{{landing_page}}</p></header>
<p class="to">{{recipient_name}}<br>{{recipient_address_line1}}<br>{{recipient_city}}, {{recipient_state}} {{recipient_zip}}</p><p class="date">{{letter_date}}</p>
<main class="body"><h1>{{headline}}</h1><p>Dear {{recipient_name}},</p><p>It has been a while since we saw you, and that is no one’s fault: time flies. I am writing because small things in a mouth stay small only if a dentist looks at them in time.</p><p>{{description}}</p><p>If something kept you away, a bad memory, the cost, or simply the mornings, tell us when you call. We can nearly always do something about it.</p><p>{{offer}}</p><p>With kind regards,</p><div class="sign">${signature}</div><p>{{agent_name}}<br>{{sender_company}}</p><p class="ps">P.S. We are open until eight on Thursdays, and parking behind the building is free.</p></main>
<footer class="foot"><span>Monday to Friday 8 – 5, Thursday until 8</span><span>To make an appointment: <b>{{phone}}</b></span></footer>`,
);

export const dentistLetter: SeedTemplate = {
  uid: 'letter-from-the-dentist',
  name: 'A letter from Dr. Kline',
  description: 'A personal letter on the practice’s letterhead to patients who have not been in for a while.',
  size: SIZE,
  designs: [page],
  meta_data: { trade: 'dentist', season: 'any' },
};
