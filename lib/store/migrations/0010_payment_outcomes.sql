ALTER TABLE "activity" ADD COLUMN "old_email" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "customer_id" bigint;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "service_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "abandoned_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "attempts_unpaid_links" ON "attempts" USING btree ("started_at") WHERE operation = 'payCampaign' and state = 'done' and paid_at is null;