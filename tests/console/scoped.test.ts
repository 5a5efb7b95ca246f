import { expect, it } from 'vitest';
import { readScopedCampaign } from '#lib/index/scoped-read.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';

const [v1] = await recordBothVersions();

it('a response that contains the wrong campaign is treated as garbled', async () => {
  v1.respondWith((_, response) => respondJson(response, { id: 6, status: 'draft' }));
  expect(await readScopedCampaign(7, 5, deadlineIn(5_000))).toEqual({
    ok: false,
    failure: { kind: 'garbled' },
  });
  expect(v1.requestLines()).toEqual(['GET /mail/v1/campaigns/customers/7/campaigns/5']);
});
