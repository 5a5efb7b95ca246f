import type { Mutation } from './mutation.ts';

const PAYING = 'tests/console/paying.test.ts';
const SENDING = 'tests/console/sending.test.ts';
const CARD_PAYMENTS = 'tests/console/card-payments.test.ts';
const CARD_FORM_MESSAGE = 'tests/format/card-form-message.test.ts';

export const PAYING_AND_SENDING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a changed price is ignored',
    file: 'lib/domain/preconditions.ts',
    find: 'const amount = changedAmount(agreed, price);',
    replace: 'const amount = changedAmount(agreed, agreed);',
    tests: [PAYING],
  },
  {
    what: 'send time limits aren’t checked',
    file: 'lib/attempts/send-date.ts',
    find: 'if (date === undefined) return null;',
    replace: 'if (date === undefined || date !== null) return null;',
    tests: [SENDING, 'tests/console/invoicing.test.ts'],
  },
  {
    what: 'a campaign that isn’t a draft is sent',
    file: 'lib/domain/preconditions.ts',
    find: "status === 'draft' ? null : refused('not_draft')",
    replace: "status === undefined ? refused('not_draft') : null",
    tests: [SENDING, PAYING],
  },
  {
    what: 'a payment return’s state is accepted for another campaign',
    file: 'lib/data/payment-return.ts',
    find: ' || row.campaignId !== sealed?.campaign',
    replace: '',
    tests: ['tests/console/payment-return.test.ts'],
  },
  {
    what: 'a pay link can lead to any origin',
    file: 'lib/upstream/links.ts',
    find: 'return parseServiceUrl(link, env().payLinkOrigins)?.href ?? null;',
    replace: 'return link;',
    tests: [PAYING],
  },
  {
    what: 'another campaign is accepted in a customer’s response',
    file: 'lib/index/scoped-read.ts',
    find: "if (campaign.value.id !== id) return fail({ kind: 'garbled' });",
    replace: '',
    tests: ['tests/console/scoped.test.ts'],
  },
  {
    what: 'an order with an amount due is sent without a card',
    file: 'lib/domain/preconditions.ts',
    find: 'source !== undefined || isFullyPaid(price) ? null',
    replace: "source !== '' || isFullyPaid(price) ? null",
    tests: ['tests/console/pay-and-send.test.ts', CARD_PAYMENTS],
  },
  {
    what: 'a forged form pays by card although members can’t enter a card',
    file: 'app/(console)/campaigns/[id]/checkout/actions.ts',
    find: 'if (cardEntry === undefined) return { message: OUTDATED_FORM };',
    replace: '',
    tests: [CARD_PAYMENTS],
  },
  {
    what: 'a card number is accepted as a card token',
    file: 'lib/domain/card-token.ts',
    find: ' &&\n  !looksLikeCardNumber(value)',
    replace: '',
    tests: [CARD_FORM_MESSAGE],
  },
  {
    what: 'a message from the card form needs no nonce',
    file: 'lib/domain/card-form-message.ts',
    find: 'if (received !== nonce) return undefined;',
    replace: '',
    tests: [CARD_FORM_MESSAGE],
  },
  {
    what: 'every page can show the card form',
    file: 'lib/http/security-headers.ts',
    find: 'cardFieldsUrl !== undefined && isCheckout(pathname)',
    replace: 'cardFieldsUrl !== undefined && pathname',
    tests: ['tests/console/middleware.test.ts'],
  },
  {
    what: 'a form that is kept during an outage contains the card token',
    file: 'lib/incoming/kept-form.ts',
    find: '  if (isSecretField(name))\n',
    replace: '  if (isSecretField(name) && !isHidden(name, value))\n',
    tests: ['tests/console/database-outage.test.ts'],
  },
];
