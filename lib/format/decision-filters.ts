/** The labels of the attempt and decision filters in lists. */
import type { APPROVAL_FILTERS, ATTEMPT_FILTERS, GuestApproval } from '#lib/domain/index-filter.ts';

export const ATTEMPT_FILTER_NAMES: Readonly<Record<(typeof ATTEMPT_FILTERS)[number], string>> = {
  unfinished: 'Outcome unknown',
  none: 'No unfinished action',
};

export const APPROVAL_FILTER_NAMES: Readonly<Record<(typeof APPROVAL_FILTERS)[number], string>> = {
  missing: 'Waiting for approval',
  given: 'Approved or not needed',
};

export const GUEST_APPROVAL_NAMES: Readonly<Record<GuestApproval, string>> = {
  changes: 'Changes requested',
  void: 'Changed since the decision',
  unverified: 'Not verified',
  approved: 'Approved',
};
