/** What a campaign is shared as, and what guests decide about it. */

/** What a shared page shows besides the proof. */
export interface ShareShows {
  readonly price: boolean;
  readonly recipients: boolean;
  readonly metadata: boolean;
}

/** The parts of a campaign that a link is pinned to, each as a hash. Null: the service had none yet. */
export interface SharedContent {
  readonly proof: string | null;
  readonly designs: string | null;
  readonly recipients: string | null;
  readonly price: string | null;
}

/** A part of a campaign that may have changed since it was shared. */
export type SharedPart = keyof SharedContent;

export type Verdict = 'approved' | 'changes';

/** What somebody is told by e-mail. */
export type NoticeKind = 'needs_person' | 'sent' | 'decided';
