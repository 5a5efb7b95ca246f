import type { Mutation } from './mutation.ts';

const PAYING = 'tests/console/paying.test.ts';
const SENDING = 'tests/console/sending.test.ts';

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
];
