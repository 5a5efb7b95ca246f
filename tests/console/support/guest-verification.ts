/** Provides guests who make decisions about a campaign and enter the codes that they get by email. */
import { afterEach, beforeEach, expect } from 'vitest';
import { confirmAddressAction, decideAction } from '#app/(public)/share/[token]/actions.ts';
import { findMissingApproval, saveApprovalRule } from '#lib/data/approval.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { startEmailServer, type TestEmailServer } from '../../support/smtp.ts';
import { addDraftWithProof } from './approval.ts';
import { readCurrentFingerprint } from './guest-decisions.ts';
import { setUpHarness } from './harness.ts';
import { findMemberId } from './notifications.ts';
import { callImmediately, createShareLink, type Guest } from './share-links.ts';
import type { TinyCampaign } from './tiny-service.ts';

export const SHARER = 'sender@mailroom.test';
export const ANN = 'ann@maple.example';

/**
 * Starts a console and, for each test, an email server. Before each test, creates a draft that needs a guest's
 * approval, and a share link to the draft.
 */
export function setUpGuestVerification() {
  const harness = setUpHarness();
  let emailServer: TestEmailServer;
  let campaign: TinyCampaign;
  let link: Awaited<ReturnType<typeof createShareLink>>;
  let nextId = 700;
  beforeEach(async () => {
    emailServer = await startEmailServer();
    harness.applySettings({ SMTP_URL: emailServer.url, MAIL_FROM: 'mailroom@console.test' });
    const db = await store();
    for (const table of [notifications, guestDecisions, rateLimits]) await db.delete(table);
    await harness.admin(() => saveApprovalRule({ rule: 'guest', minimum: null }));
    campaign = addDraftWithProof(harness.service, { id: nextId++ });
    await switchToNewLink();
  });
  async function switchToNewLink(): Promise<void> {
    link = await createShareLink({ campaignId: campaign.id, memberId: await findMemberId(SHARER) });
  }
  afterEach(() => emailServer.stop());

  function submit(
    guest: Guest,
    action: typeof decideAction,
    fields: Readonly<Record<string, string>>,
  ): Promise<FormState> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: link.token, ...fields })) form.set(name, value);
    return guest.run(() => action({}, form));
  }

  /**
   * Submits the form with a guest's decision. By default, Ann approves the campaign, but her email address
   * isn't verified.
   */
  const decide = async (guest: Guest, fields: Readonly<Record<string, string>> = {}) =>
    submit(guest, decideAction, {
      fingerprint: await readCurrentFingerprint(campaign.id),
      decision: 'approved',
      name: 'Ann',
      email: ANN,
      ...fields,
    });

  /** Returns the code in the latest email. */
  function readCode(): string {
    const { to, text } = emailServer.emails.at(-1) ?? {};
    expect(to).toEqual([ANN]);
    return /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
  }

  return {
    harness,
    get emails() {
      return emailServer.emails;
    },
    get campaign() {
      return campaign;
    },
    get link() {
      return link;
    },
    /** Creates another share link to the same draft. From then on, guests use this link. */
    switchToNewLink,
    decide,
    requestChanges: (guest: Guest) => decide(guest, { decision: 'changes', comment: 'Wait.' }),
    enterCode: (guest: Guest, code: string) => submit(guest, confirmAddressAction, { code }),
    readCode,
    wrongCode: () => (readCode() === '000000' ? '000001' : '000000'),
    /** Returns which approval the draft needs before it can be paid for. */
    readMissing: () =>
      harness.sender(() =>
        findMissingApproval(
          { id: campaign.id, status: 'draft', proof: campaign.proof, recipient_count: 3 },
          undefined,
        ),
      ),
    async readReview(guest: Guest) {
      const view = await guest.run(() => readGuestReview(link.token, callImmediately));
      if (view.state !== 'open' || !view.page.ok) throw new Error('The review could not be read.');
      return view.page.value;
    },
  };
}
