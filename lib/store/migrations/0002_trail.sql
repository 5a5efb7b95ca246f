CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"operation" text NOT NULL,
	"outcome" text NOT NULL,
	"by" text,
	"from" text,
	"campaign_id" bigint,
	"customer_id" bigint,
	"template_id" bigint,
	"attempt_id" uuid NOT NULL,
	"amount" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "from" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "seen" jsonb;--> statement-breakpoint
CREATE INDEX "activity_by_campaign" ON "activity" USING btree ("campaign_id","id");--> statement-breakpoint
CREATE INDEX "activity_by_person" ON "activity" USING btree ("by","id");--> statement-breakpoint
CREATE INDEX "activity_by_attempt" ON "activity" USING btree ("attempt_id","id");