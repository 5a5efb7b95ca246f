ALTER TABLE "attempts" ADD COLUMN "item_kind" text;--> statement-breakpoint
UPDATE "attempts" SET "item_kind" = CASE
	WHEN EXISTS (SELECT FROM "payment_run_items" WHERE "send_key" = "job_key") THEN 'payment_run'
	ELSE 'job' END
	WHERE "job_key" IS NOT NULL;
