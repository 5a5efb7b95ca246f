/** Tests that the name cache can be cleared while a read is in progress. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cachedNames, dropCachedNames } from '#lib/index/names.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { type Recorder, respondJson, startRecorder } from './support/recorder.ts';
import { useSettings } from './support/settings.ts';

let service: Recorder;
beforeAll(async () => {
  service = await startRecorder();
  useSettings({ DIRECTMAIL_BASE_URL: service.origin, DIRECTMAIL_BASE_URL_V2: service.origin });
});
afterAll(() => Promise.all([closeConnections(), service.close()]));

it('callers that are waiting for names get them even if the cache is cleared before the response arrives', async () => {
  let respond = () => {};
  const requested = new Promise<void>((resolve) => {
    service.respondWith((_, response) => {
      const items = [{ id: 1, name: 'Just listed' }];
      respond = () => respondJson(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
      resolve();
    });
  });
  const pendingNames = [cachedNames('templates'), cachedNames('templates')];
  await requested;
  dropCachedNames('templates');
  respond();
  for (const names of await Promise.all(pendingNames)) expect(names.get(1)).toBe('Just listed');
});
