import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';

/** The team's settings, in a single row. */
export const teamSettings = pgTable('team_settings', {
  id: integer('id').primaryKey().default(1),
  /** Who must approve the proof before a campaign can be paid for or sent. */
  approvalRule: text('approval_rule').$type<ApprovalRule>().notNull().default('none'),
  /**
   * The lowest price to which the rule applies, in minor units. Null if the rule applies to every campaign.
   */
  approvalMinimum: bigint('approval_minimum', { mode: 'number' }),
  secondFactorRule: text('second_factor_rule').$type<SecondFactorRule>().notNull().default('none'),
});
