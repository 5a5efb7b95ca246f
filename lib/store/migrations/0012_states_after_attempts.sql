ALTER TABLE "attempts" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "payer_returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "reading_accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "reading_accepted_by" text;