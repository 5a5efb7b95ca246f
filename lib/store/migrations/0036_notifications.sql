CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" bigint NOT NULL,
	"member_id" uuid,
	"by" text NOT NULL,
	"comment" text,
	"fingerprint" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_rejections" (
	"id" integer PRIMARY KEY NOT NULL,
	"period" uuid DEFAULT gen_random_uuid() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"emails" jsonb NOT NULL,
	"digest_minute" integer NOT NULL,
	"zone" text
);
--> statement-breakpoint
CREATE TABLE "paid_drafts" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "notifications_due";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "about" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "occasions" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "digest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_requests_once" ON "approval_requests" USING btree ("campaign_id","fingerprint");--> statement-breakpoint
CREATE INDEX "paid_drafts_due" ON "paid_drafts" USING btree ("since") WHERE queued_at is null;--> statement-breakpoint
CREATE INDEX "notifications_for_digest" ON "notifications" USING btree ("member_id","digest_at") WHERE closed_at is null and digest_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_member" ON "notifications" USING btree ("member_id","occurred_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("member_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("next_delivery_at") WHERE closed_at is null and digest_at is null;--> statement-breakpoint
UPDATE "notifications" SET "kind" = CASE "kind"
	WHEN 'needs_review' THEN 'attempt.review_needed'
	WHEN 'sent' THEN 'campaign.scheduled'
	WHEN 'unscheduled' THEN 'campaign.unscheduled'
	WHEN 'decisions' THEN 'guest.decided'
	WHEN 'api_token_created' THEN 'api_token.created'
	WHEN 'calendar_feed_created' THEN 'calendar_feed.created'
	WHEN 'passkey_added' THEN 'passkey.added'
	WHEN 'passkey_removed' THEN 'passkey.removed'
	WHEN 'app_added' THEN 'app.added'
	WHEN 'app_removed' THEN 'app.removed'
	WHEN 'recovery_code_used' THEN 'recovery_code.used'
	WHEN 'recovery_codes_replaced' THEN 'recovery_codes.replaced'
	WHEN 'factors_reset' THEN 'factors.reset'
	ELSE "kind" END;--> statement-breakpoint
-- Before 0021, there was one row for each decision. Now there is one for each share link.
INSERT INTO "notifications" ("kind", "about", "member_id", "created_at", "closed_at")
	SELECT 'guest.decided', "share_link_id"::text, "old"."member_id", max("old"."created_at"), max("old"."closed_at")
	FROM "notifications" AS "old" JOIN "guest_decisions" ON "guest_decisions"."id"::text = "old"."about"
	WHERE "old"."kind" = 'decided' AND "old"."closed_at" IS NOT NULL
	GROUP BY "share_link_id", "old"."member_id"
	ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "notifications" WHERE "kind" = 'decided';--> statement-breakpoint
UPDATE "notifications" SET "occurred_at" = "created_at", "read_at" = now();
