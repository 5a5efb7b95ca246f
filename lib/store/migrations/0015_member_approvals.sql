CREATE TABLE "member_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" bigint NOT NULL,
	"member_id" uuid,
	"by" text NOT NULL,
	"decision" text NOT NULL,
	"comment" text,
	"fingerprint" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_settings" ADD COLUMN "approval_rule" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_settings" ADD COLUMN "approval_minimum" bigint;--> statement-breakpoint
ALTER TABLE "member_decisions" ADD CONSTRAINT "member_decisions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_decisions_by_campaign" ON "member_decisions" USING btree ("campaign_id","at");--> statement-breakpoint
CREATE INDEX "member_decisions_by_time" ON "member_decisions" USING btree ("at");--> statement-breakpoint
UPDATE "team_settings" SET "approval_rule" = 'guest' WHERE "approval_required";--> statement-breakpoint
ALTER TABLE "team_settings" DROP COLUMN "approval_required";