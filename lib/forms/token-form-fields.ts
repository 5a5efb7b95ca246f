/** Field names and values for the form that creates an API token. */
import type { TokenScope } from '#lib/domain/api-token.ts';

/**
 * The access that a member can choose: all read operations, everything that the role allows, or selected
 * operations.
 */
export const TOKEN_ACCESS = ['read', 'write', 'selected'] as const;
export type TokenAccess = (typeof TOKEN_ACCESS)[number];

export const scopeField = (scope: TokenScope): string => `scope_${scope}`;
