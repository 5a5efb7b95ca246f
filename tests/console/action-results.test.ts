/**
 * Tests which message a form shows after a failed call to the mail service, and whether the page refreshes.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureResult, failureResultOrRedirect } from '#app/(console)/action-results.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { markUnresponsive } from '#lib/upstream/responsiveness.ts';

const next = vi.hoisted(() => ({ refresh: vi.fn(), redirect: vi.fn() }));
vi.mock('next/cache', () => ({ refresh: next.refresh }));
vi.mock('next/navigation', () => ({ redirect: next.redirect }));

beforeEach(() => {
  vi.clearAllMocks();
  dropSingleton('unresponsive');
});

describe('a form after a failed call to the mail service', () => {
  it.each([
    [{ kind: 'slow' }, /^Nothing was sent\. The mail service didn’t respond in time/],
    [{ kind: 'unreachable' }, /^Nothing was sent\. The mail service can’t be reached/],
    [{ kind: 'garbled' }, /^Nothing was sent\. /],
    [{ kind: 'failed', status: 503 }, /^Nothing was sent\. /],
  ] as const)('shows that nothing was sent and doesn’t refresh the page (%j)', (failure, sentence) => {
    expect(failureResultOrRedirect(3, failure, 'Nothing was sent').message).toMatch(sentence);
    expect(next.refresh).not.toHaveBeenCalled();
    expect(next.redirect).not.toHaveBeenCalled();
  });

  it('refreshes the page if the campaign has changed', () => {
    failureResult({ kind: 'refused', status: 409, code: 'not_draft' }, 'Nothing was sent');
    expect(next.refresh).toHaveBeenCalledOnce();
  });

  it('redirects to the campaign if the outcome is unknown and the service is responsive', () => {
    failureResultOrRedirect(3, { kind: 'unknown' }, 'Nothing was sent');
    expect(next.redirect).toHaveBeenCalledExactlyOnceWith('/campaigns/3?done=3');
    vi.clearAllMocks();
    markUnresponsive();
    expect(failureResultOrRedirect(3, { kind: 'unknown' }, 'Nothing was sent').message).toMatch(
      /^Outcome unknown/,
    );
    expect(next.redirect).not.toHaveBeenCalled();
    expect(next.refresh).not.toHaveBeenCalled();
  });
});
