/** Names of templates and customers that pages lean on, while somebody changes one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetNames, keptNames } from '#lib/owners/listings.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { json, type Recorder, startRecorder } from './support/recorder.ts';
import { useSettings } from './support/settings.ts';

let service: Recorder;
beforeAll(async () => {
  service = await startRecorder();
  useSettings({ DIRECTMAIL_BASE_URL: service.origin, DIRECTMAIL_BASE_URL_V2: service.origin });
});
afterAll(() => Promise.all([closeConnections(), service.close()]));

it('are had all the same by whoever waits for them when they are forgotten', async () => {
  let answer = () => {};
  const asked = new Promise<void>((came) => {
    service.answer((_, response) => {
      const items = [{ id: 1, name: 'Just listed' }];
      answer = () => json(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
      came();
    });
  });
  const waiting = [keptNames('templates'), keptNames('templates')];
  await asked;
  forgetNames('templates');
  answer();
  for (const names of await Promise.all(waiting)) expect(names.get(1)).toBe('Just listed');
});
