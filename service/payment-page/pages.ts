/** Renders a payment link's pages as HTML without scripts. */
import { html } from 'hono/html';
import { SIZE_FACTS } from '#lib/contract/sizes.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { CARD_FIELDS, type CardForm, TEST_CARDS } from '../rules/card.ts';
import { formatMoney, formatThousands } from '../rules/money.ts';
import { formatCalculation, type Order } from '../rules/order.ts';
import type { PostageClass } from '../rules/prices.ts';
import type { CampaignRecord } from '../store/campaigns.ts';

type Html = ReturnType<typeof html>;

interface Frame {
  readonly title: string;
  readonly body: Html;
}

const renderPage = ({ title, body }: Frame): Html => html`<!doctype html>
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

const POSTAGE_LABELS: Readonly<Record<PostageClass, string>> = {
  first_class: 'First Class',
  standard: 'Standard',
};

/**
 * Formats a title, such as “Just listed” #1042. Uses the template's name, because v1 campaigns have no name.
 */
const formatTitle = ({ campaign, template }: CampaignRecord): string =>
  `“${template?.name ?? campaign.name}” #${campaign.id}`;

/** Formats an order's contents, such as "1,326 postcards, 6 × 9 in, first class". */
function formatContents({ campaign, artwork }: CampaignRecord, { pieces }: Order): string {
  const { piece, pieces: plural, label } = SIZE_FACTS[artwork.size];
  const inches = label.slice(label.search(/\d/));
  const postage = POSTAGE_LABELS[campaign.postageClass].toLowerCase();
  return `${formatThousands(pieces)} ${pieces === 1 ? piece : plural}, ${inches}, ${postage}`;
}

export interface PaymentFormProps {
  readonly record: CampaignRecord;
  readonly order: Order;
  /** The path of the front side's thumbnail. Undefined until the thumbnail has been rendered. */
  readonly thumbnailUrl: string | undefined;
  /**
   * The submitted values to show again after an error. The security code is left out, because the payer
   * must enter it again for each attempt.
   */
  readonly values?: Omit<CardForm, 'code'>;
  readonly fields?: FieldErrors;
  readonly problem?: string | undefined;
}

export function renderPaymentForm({
  record,
  order,
  thumbnailUrl,
  values,
  fields = {},
  problem,
}: PaymentFormProps): Html {
  const total = formatMoney(order.toBePaidCents);
  const shown: CardForm = { number: '', expiry: '', name: '', ...values, code: '' };
  const hasErrors = problem !== undefined || Object.keys(fields).length > 0;
  return renderPage({
    title: `${hasErrors ? 'Not paid yet' : `Pay ${total}`} · ${formatTitle(record)}`,
    body: html`<main class="split">
<section class="card order">
${thumbnailUrl ? html`<div class="thumbnail"><img src="${thumbnailUrl}" alt="Front of the mailpiece"></div>` : ''}
<h1>${formatTitle(record)}</h1>
<p class="muted">${formatContents(record, order)}</p>
${renderOrderRows(record, order)}
</section>
<section class="card">
<h2>Pay by card</h2>
${problem ? html`<p class="problem" role="alert">${problem}</p>` : hasErrors ? renderInvalidFields(fields) : ''}
<form method="post" novalidate>
<input type="hidden" name="amount" value="${order.toBePaidCents}">
${CARD_FIELDS.map((name) => renderCardField(name, shown[name], fields[name], name === firstInvalidField(fields)))}
<button type="submit">Pay ${total}</button>
</form>
<p class="note">This is a sandbox. No real charges are made. <b>${TEST_CARDS.approved}</b> is approved and
<b>${TEST_CARDS.declined}</b> is declined. Use any future date and any security code.</p>
</section>
</main>`,
  });
}

/** Renders the order as table rows, labeled as in part 4.6 of the interface. */
function renderOrderRows(record: CampaignRecord, order: Order): Html {
  const { pieces } = SIZE_FACTS[record.artwork.size];
  const row = (label: Html | string, amount: string) =>
    html`<tr><td>${label}</td><td class="num">${amount}</td></tr>`;
  const deduction = (label: string, cents: number) => (cents > 0 ? row(label, `−${formatMoney(cents)}`) : '');
  const piecesLabel = pieces.charAt(0).toUpperCase() + pieces.slice(1);
  return html`<table>
<tbody>
${row(html`${piecesLabel} <span class="muted">(${formatCalculation(order)})</span>`, formatMoney(order.priceCents))}
${row('First Class Postage', 'Free')}
${deduction('Credits', order.creditCents)}
${deduction('Already Paid', order.alreadyPaidCents)}
</tbody>
<tfoot>${row('Order Total', formatMoney(order.toBePaidCents))}</tfoot>
</table>`;
}

const FIELD_FACTS: Readonly<
  Record<keyof CardForm, Readonly<Record<'label' | 'autocomplete' | 'mode' | 'hint', string>>>
> = {
  number: { label: 'Card number', autocomplete: 'cc-number', mode: 'numeric', hint: TEST_CARDS.approved },
  expiry: { label: 'Expires', autocomplete: 'cc-exp', mode: 'text', hint: 'MM / YY' },
  code: { label: 'Security code', autocomplete: 'cc-csc', mode: 'numeric', hint: '123' },
  name: { label: 'Name on card', autocomplete: 'cc-name', mode: 'text', hint: '' },
};

export function renderCardField(
  name: keyof CardForm,
  value = '',
  error: string | undefined = undefined,
  focus = false,
): Html {
  const { label, autocomplete, mode, hint } = FIELD_FACTS[name];
  return html`<p class="field ${name}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" inputmode="${mode}"
placeholder="${hint}" maxlength="100" required ${focus ? 'autofocus' : ''}
${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}>
${error ? html`<span class="error" id="${name}-error">${error}</span>` : ''}
</p>`;
}

const listInvalidFields = (fields: FieldErrors) => CARD_FIELDS.filter((name) => fields[name] !== undefined);
const firstInvalidField = (fields: FieldErrors) => listInvalidFields(fields)[0];

/** Renders a message that links to each invalid field. Each field's own message says what is wrong. */
function renderInvalidFields(fields: FieldErrors): Html {
  const names = listInvalidFields(fields);
  const links = names.map(
    (name, i) => html`${i > 0 ? ', ' : ''}<a href="#${name}">${FIELD_FACTS[name].label}</a>`,
  );
  return html`<p class="problem" role="alert">Not paid. Check ${names.length > 1 ? 'these fields' : 'this field'}: ${links}.</p>`;
}

/** Renders the page for a campaign that is already paid for, or that can't be paid for by card right now. */
export function renderNothingToPay(record: CampaignRecord, order: Order, redirectUri: string): Html {
  const paid = order.alreadyPaidCents >= order.priceCents;
  return renderPage({
    title: `Nothing to pay · ${formatTitle(record)}`,
    body: html`<main class="narrow"><section class="card done">
<div class="tick" aria-hidden="true">✓</div>
<h1>${paid ? `Already paid: ${formatMoney(order.alreadyPaidCents)}` : 'Nothing to pay'}</h1>
<p class="muted">${formatTitle(record)}, ${formatContents(record, order)}.
${paid ? 'This campaign is paid in full.' : 'You can’t pay for this campaign by card right now.'}</p>
<a class="button" href="${redirectUri}">Go back</a>
</section></main>`,
  });
}

export function renderPaymentNotFound(): Html {
  return renderPage({
    title: 'Payment not found',
    body: html`<main class="narrow"><section class="card done">
<h1>This payment link isn’t valid</h1>
<p class="muted">The link may be incomplete, or the campaign may have been deleted. Go back and start the payment again.</p>
</section></main>`,
  });
}
