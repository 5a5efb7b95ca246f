/** Records the requests to the mail service's v1 and v2 base URLs. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { closeConnections } from '#lib/upstream/connection.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { useSettings } from './settings.ts';

/**
 * Starts both recorders for the calling test file and sets the base URLs. The v1 base URL includes the path
 * /mail.
 */
export async function recordBothVersions(): Promise<[v1: Recorder, v2: Recorder]> {
  const [v1, v2] = await Promise.all([startRecorder(), startRecorder()]);
  beforeEach(() => {
    useSettings({ DIRECTMAIL_BASE_URL: `${v1.origin}/mail/`, DIRECTMAIL_BASE_URL_V2: v2.origin });
    v1.requests.length = 0;
    v2.requests.length = 0;
  });
  afterEach(() => closeConnections());
  afterAll(() => Promise.all([v1.close(), v2.close()]));
  return [v1, v2];
}
