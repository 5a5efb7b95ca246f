/** The pages behind a pay link, as HTML that needs no script. */
import { html } from 'hono/html';
import { SIZE_FACTS } from '#lib/contract/limits.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { CARD_FIELDS, type CardForm } from '../rules/card.ts';
import { formatCount, formatMoney } from '../rules/money.ts';
import { calculationOf, type Order } from '../rules/order.ts';
import type { PostageClass } from '../rules/prices.ts';
import type { CampaignRecord } from '../store/campaigns.ts';

type Html = ReturnType<typeof html>;

interface Frame {
  readonly title: string;
  readonly body: Html;
}

const frame = ({ title, body }: Frame): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/assets/payment.css">
</head>
<body>
<div class="airmail"></div>
<header><span class="stamp" aria-hidden="true">D</span><span class="brand">Direct Mail</span><span class="sandbox">Sandbox</span></header>
${body}
</body>
</html>`;

const LABELS: Readonly<Record<PostageClass, string>> = { first_class: 'First Class', standard: 'Standard' };

/** "Just listed" #1042: a v1 campaign has no name of its own. */
const titleOf = ({ campaign, template }: CampaignRecord): string =>
  `“${template?.name ?? campaign.name}” #${campaign.id}`;

/** "1,326 postcards, 6 × 9 in, first class" */
function contentsOf({ campaign, artwork }: CampaignRecord, { pieces }: Order): string {
  const { piece, pieces: many, label } = SIZE_FACTS[artwork.size];
  const inches = label.slice(label.search(/\d/));
  const postage = LABELS[campaign.postageClass].toLowerCase();
  return `${formatCount(pieces)} ${pieces === 1 ? piece : many}, ${inches}, ${postage}`;
}

export interface FormPage {
  readonly record: CampaignRecord;
  readonly order: Order;
  /** Path of the front's picture, once there is one. */
  readonly picture: string | undefined;
  /** What was typed before. The card's number and code are never sent back. */
  readonly typed?: Partial<CardForm>;
  readonly fields?: FieldErrors;
  readonly problem?: string | undefined;
}

export function paymentForm({ record, order, picture, typed = {}, fields = {}, problem }: FormPage): Html {
  const total = formatMoney(order.toBePaidCents);
  const wrong = problem !== undefined || Object.keys(fields).length > 0;
  return frame({
    title: `${wrong ? 'Not paid yet' : `Pay ${total}`} · ${titleOf(record)}`,
    body: html`<main class="split">
<section class="card order">
${picture ? html`<div class="desk"><img src="${picture}" alt="The front of the mailpiece"></div>` : ''}
<h1>${titleOf(record)}</h1>
<p class="muted">${contentsOf(record, order)}</p>
${orderRows(record, order)}
</section>
<section class="card">
<h2>Pay by card</h2>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
<form method="post" novalidate>
<input type="hidden" name="amount" value="${order.toBePaidCents}">
${CARD_FIELDS.map((name) => cardField(name, typed[name] ?? '', fields[name], name === firstOf(fields)))}
<button type="submit">Pay ${total}</button>
</form>
<p class="note">This is a sandbox: no money moves. <b>4242 4242 4242 4242</b> pays, <b>4000 0000 0000 0002</b> is
declined; any later month and any code will do.</p>
</section>
</main>`,
  });
}

/** The rows of 4.6, in its words. */
function orderRows(record: CampaignRecord, order: Order): Html {
  const { pieces } = SIZE_FACTS[record.artwork.size];
  const row = (label: Html | string, amount: string) =>
    html`<tr><td>${label}</td><td class="num">${amount}</td></tr>`;
  const less = (label: string, cents: number) => (cents > 0 ? row(label, `−${formatMoney(cents)}`) : '');
  const what = pieces.charAt(0).toUpperCase() + pieces.slice(1);
  return html`<table>
<tbody>
${row(html`${what} <span class="muted">(${calculationOf(order)})</span>`, formatMoney(order.priceCents))}
${row('First Class Postage', 'Free')}
${less('Credits', order.creditCents)}
${less('Already Paid', order.alreadyPaidCents)}
</tbody>
<tfoot>${row('Order Total', formatMoney(order.toBePaidCents))}</tfoot>
</table>`;
}

const FIELD_FACTS: Readonly<
  Record<keyof CardForm, Readonly<Record<'label' | 'autocomplete' | 'mode' | 'hint', string>>>
> = {
  number: { label: 'Card number', autocomplete: 'cc-number', mode: 'numeric', hint: '4242 4242 4242 4242' },
  expiry: { label: 'Expires', autocomplete: 'cc-exp', mode: 'text', hint: 'MM / YY' },
  code: { label: 'Security code', autocomplete: 'cc-csc', mode: 'numeric', hint: '123' },
  name: { label: 'Name on the card', autocomplete: 'cc-name', mode: 'text', hint: '' },
};

function cardField(name: keyof CardForm, value: string, error: string | undefined, focus: boolean): Html {
  const { label, autocomplete, mode, hint } = FIELD_FACTS[name];
  return html`<p class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" inputmode="${mode}"
placeholder="${hint}" maxlength="100" required ${focus ? 'autofocus' : ''}
${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}>
${error ? html`<span class="error" id="${name}-error">${error}</span>` : ''}
</p>`;
}

const firstOf = (fields: FieldErrors): string | undefined =>
  CARD_FIELDS.find((name) => fields[name] !== undefined);

/** Nothing is left to pay, by this link or by another way. */
export function nothingToPay(record: CampaignRecord, order: Order, redirectUri: string): Html {
  const paid = order.alreadyPaidCents >= order.priceCents;
  return frame({
    title: `Nothing to pay · ${titleOf(record)}`,
    body: html`<main class="narrow"><section class="card done">
<div class="tick" aria-hidden="true">✓</div>
<h1>${paid ? `Already paid: ${formatMoney(order.alreadyPaidCents)}` : 'Nothing to pay'}</h1>
<p class="muted">${titleOf(record)}, ${contentsOf(record, order)}.
${paid ? 'It is paid in full and can’t be paid twice.' : 'There is nothing to pay by card for it now.'}</p>
<a class="button" href="${redirectUri}">Back to where you came from</a>
</section></main>`,
  });
}

export function noSuchPayment(): Html {
  return frame({
    title: 'No such payment',
    body: html`<main class="narrow"><section class="card done">
<h1>This link doesn’t lead to a payment</h1>
<p class="muted">It may have been copied in part, or the campaign was deleted. Open the payment again from where you
came from.</p>
</section></main>`,
  });
}
