ALTER TABLE "approval_requests" ADD COLUMN "job_id" bigint;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_requests_of_job" ON "approval_requests" USING btree ("job_id") WHERE job_id is not null;