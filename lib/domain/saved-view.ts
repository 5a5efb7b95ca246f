/** Saved views: named filters, sort orders, and columns of the campaign list. */
import { isAllowed, type Role } from './permissions.ts';

/** How many personal views a member can have, and how many views the team can have. */
export const MAX_SAVED_VIEWS = 50;
/** The length of the parameters that a view stores, in characters. */
export const MAX_VIEW_QUERY_LENGTH = 8_000;

export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The parameters of the campaign list's URL. */
  readonly query: string;
  /** Whether every member sees the view. */
  readonly isTeam: boolean;
  /** How many times the view has been changed. */
  readonly revision: number;
  /** The email address of the member who created the view. Null if the member doesn't exist anymore. */
  readonly author: string | null;
  /** Whether the signed-in member can change and delete the view. */
  readonly canChange: boolean;
}

interface Ownership {
  /** Null for a team view. */
  readonly ownerId: string | null;
  readonly authorId: string | null;
}

/**
 * Whether a member can change and delete a view. Team views can be changed by their author and by admins, but
 * personal views only by their owner.
 */
export function canChangeView(
  { ownerId, authorId }: Ownership,
  member: { readonly id: string; readonly role: Role },
): boolean {
  if (ownerId !== null) return ownerId === member.id;
  if (!isAllowed(member.role, 'saveTeamViews')) return false;
  return authorId === member.id || isAllowed(member.role, 'manageTeam');
}

/** Returns the campaign list path that opens a view. */
export const viewPath = (id: string): string => `/campaigns?view=${id}`;
