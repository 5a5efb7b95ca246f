/** Renders the card form, which the console shows in a frame at checkout (CARD_FIELDS_URL). */
import { html } from 'hono/html';
import { renderCardField } from '../payment-page/pages.ts';
import { CARD_FIELDS, TEST_CARDS } from '../rules/card.ts';

export const renderCardForm = () => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Card details</title>
<link rel="stylesheet" href="/assets/payment.css">
<script type="module" src="/assets/card-form.mjs"></script>
</head>
<body class="card-form">
<form novalidate>
${CARD_FIELDS.map((name) => renderCardField(name))}
</form>
<p class="note">This is a sandbox. No real charges are made. <b>${TEST_CARDS.approved}</b> is approved and
<b>${TEST_CARDS.declined}</b> is declined. Use any future date and any security code.</p>
</body>
</html>`;
