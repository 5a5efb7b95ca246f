/** Notifications the team gets by email. */

/** What somebody is told by e-mail. */
export type NotificationKind = 'needs_review' | 'sent' | 'decided';
