/** What a form says when its call failed, and whether the page around it is read again. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureResult, failureResultOrRedirect } from '#app/(console)/action-results.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { markUnresponsive } from '#lib/upstream/responsiveness.ts';

const next = vi.hoisted(() => ({ refresh: vi.fn(), redirect: vi.fn() }));
vi.mock('next/cache', () => ({ refresh: next.refresh }));
vi.mock('next/navigation', () => ({ redirect: next.redirect }));

beforeEach(() => {
  vi.clearAllMocks();
  dropSingleton('silence');
});

describe('a form whose call failed', () => {
  it.each([
    [{ kind: 'slow' }, /^Nothing was sent\. The mail service didn’t respond in time/],
    [{ kind: 'unreachable' }, /^Nothing was sent\. The mail service can’t be reached/],
    [{ kind: 'garbled' }, /^Nothing was sent\. /],
    [{ kind: 'failed', status: 503 }, /^Nothing was sent\. /],
  ] as const)('of %j says what did not happen, and waits for no reading of its page', (failure, sentence) => {
    expect(failureResultOrRedirect(3, failure, 'Nothing was sent').message).toMatch(sentence);
    expect(next.refresh).not.toHaveBeenCalled();
    expect(next.redirect).not.toHaveBeenCalled();
  });

  it('because something has changed has its page read again', () => {
    failureResult({ kind: 'refused', status: 409, code: 'not_draft' }, 'Nothing was sent');
    expect(next.refresh).toHaveBeenCalledOnce();
  });

  it('and may have done its work leads to the campaign, unless the service says nothing there either', () => {
    failureResultOrRedirect(3, { kind: 'unknown' }, 'Nothing was sent');
    expect(next.redirect).toHaveBeenCalledExactlyOnceWith('/campaigns/3');
    vi.clearAllMocks();
    markUnresponsive();
    expect(failureResultOrRedirect(3, { kind: 'unknown' }, 'Nothing was sent').message).toMatch(/^Outcome unknown/);
    expect(next.redirect).not.toHaveBeenCalled();
    expect(next.refresh).not.toHaveBeenCalled();
  });
});
