ALTER TABLE "sign_in_tries" RENAME TO "rate_limits";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME CONSTRAINT "sign_in_tries_pkey" TO "rate_limits_pkey";--> statement-breakpoint
ALTER TABLE "attempts" RENAME COLUMN "lane" TO "lock_scope";--> statement-breakpoint
ALTER TABLE "attempts" RENAME COLUMN "seen" TO "last_reading";--> statement-breakpoint
ALTER INDEX "attempts_one_at_a_time" RENAME TO "attempts_one_per_lock_scope";--> statement-breakpoint
ALTER TABLE "activity" RENAME COLUMN "word_of" TO "resolved_by";--> statement-breakpoint
ALTER INDEX "activity_by_person" RENAME TO "activity_by_member";--> statement-breakpoint
ALTER TABLE "leases" RENAME COLUMN "until" TO "expires_at";--> statement-breakpoint
ALTER TABLE "invitations" RENAME COLUMN "key_hash" TO "token_hash";--> statement-breakpoint
ALTER TABLE "shares" RENAME TO "share_links";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "shows" TO "visible_parts";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "content" TO "fingerprints";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "shares_pkey" TO "share_links_pkey";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "shares_token_hash_unique" TO "share_links_token_hash_unique";--> statement-breakpoint
ALTER TABLE "share_links" RENAME CONSTRAINT "shares_member_id_members_id_fk" TO "share_links_member_id_members_id_fk";--> statement-breakpoint
ALTER INDEX "shares_by_campaign" RENAME TO "share_links_by_campaign";--> statement-breakpoint
ALTER TABLE "share_visits" RENAME COLUMN "share_id" TO "share_link_id";--> statement-breakpoint
ALTER TABLE "share_visits" RENAME CONSTRAINT "share_visits_share_id_visitor_hour_pk" TO "share_visits_share_link_id_visitor_hour_pk";--> statement-breakpoint
ALTER TABLE "share_visits" RENAME CONSTRAINT "share_visits_share_id_shares_id_fk" TO "share_visits_share_link_id_share_links_id_fk";--> statement-breakpoint
ALTER TABLE "share_decisions" RENAME TO "guest_decisions";--> statement-breakpoint
ALTER TABLE "guest_decisions" RENAME COLUMN "share_id" TO "share_link_id";--> statement-breakpoint
ALTER TABLE "guest_decisions" RENAME COLUMN "verdict" TO "decision";--> statement-breakpoint
ALTER TABLE "guest_decisions" RENAME COLUMN "content_hash" TO "fingerprint";--> statement-breakpoint
ALTER TABLE "guest_decisions" RENAME CONSTRAINT "share_decisions_pkey" TO "guest_decisions_pkey";--> statement-breakpoint
ALTER TABLE "guest_decisions" RENAME CONSTRAINT "share_decisions_share_id_shares_id_fk" TO "guest_decisions_share_link_id_share_links_id_fk";--> statement-breakpoint
ALTER INDEX "share_decisions_by_campaign" RENAME TO "guest_decisions_by_campaign";--> statement-breakpoint
ALTER INDEX "share_decisions_by_guest" RENAME TO "guest_decisions_by_guest";--> statement-breakpoint
ALTER TABLE "notices" RENAME TO "notifications";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "tries" TO "delivery_attempts";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "next_at" TO "next_delivery_at";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_pkey" TO "notifications_pkey";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_member_id_members_id_fk" TO "notifications_member_id_members_id_fk";--> statement-breakpoint
ALTER INDEX "notices_once" RENAME TO "notifications_once";--> statement-breakpoint
ALTER INDEX "notices_due" RENAME TO "notifications_due";--> statement-breakpoint
UPDATE "notifications" SET "kind" = 'needs_review' WHERE "kind" = 'needs_person';--> statement-breakpoint
UPDATE "attempts" SET "settled_by" = 'member' WHERE "settled_by" = 'person';--> statement-breakpoint
ALTER TABLE "activity" DISABLE TRIGGER "activity_is_append_only";--> statement-breakpoint
UPDATE "activity" SET
	"outcome" = CASE "outcome" WHEN 'began' THEN 'started' WHEN 'said_done' THEN 'marked_done' WHEN 'said_refused' THEN 'marked_failed' ELSE "outcome" END,
	"settled_by" = CASE "settled_by" WHEN 'person' THEN 'member' ELSE "settled_by" END
	WHERE "outcome" IN ('began', 'said_done', 'said_refused') OR "settled_by" = 'person';--> statement-breakpoint
ALTER TABLE "activity" ENABLE TRIGGER "activity_is_append_only";
