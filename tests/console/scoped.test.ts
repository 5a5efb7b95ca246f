import { expect, it } from 'vitest';
import { readScoped } from '#lib/owners/scoped-call.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { json } from './support/recorder.ts';

const [v1] = await recordBothVersions();

it('an answer about another campaign proves nothing about this one', async () => {
  v1.answer((_, response) => json(response, { id: 6, status: 'draft' }));
  expect(await readScoped(7, 5, deadlineIn(5_000))).toEqual({ ok: false, failure: { kind: 'garbled' } });
  expect(v1.lines()).toEqual(['GET /mail/v1/campaigns/customers/7/campaigns/5']);
});
