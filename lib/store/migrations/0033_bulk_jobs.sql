CREATE TABLE "job_items" (
	"job_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"campaign_id" bigint NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"attempt_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"left_out" text,
	"send_at" timestamp (3) with time zone,
	"customer_id" bigint,
	"price_at_selection" text,
	"price_at_selection_minor" bigint,
	"price" text,
	"price_minor" bigint,
	"currency" text,
	"highest_total" bigint,
	"billed" bigint,
	"recipients" bigint,
	"reviewed" jsonb,
	"failure" jsonb,
	"copy_id" bigint,
	"retries" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "job_items_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"action" jsonb NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"member_id" uuid,
	"by" text NOT NULL,
	"from" text,
	"stop_reason" text,
	"stopped_by" text,
	"stopped_at" timestamp (3) with time zone,
	"total" bigint,
	"is_total_checked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "job_key" uuid;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_items_campaign" ON "job_items" USING btree ("job_id","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_items_attempt_key" ON "job_items" USING btree ("attempt_key");--> statement-breakpoint
CREATE INDEX "job_items_state" ON "job_items" USING btree ("job_id","state","position");--> statement-breakpoint
CREATE INDEX "job_items_settled" ON "job_items" USING btree ("job_id","settled_at");--> statement-breakpoint
CREATE INDEX "jobs_active" ON "jobs" USING btree ("id") WHERE state in ('checking', 'running', 'stopping');--> statement-breakpoint
CREATE INDEX "jobs_of_member" ON "jobs" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_per_job_item" ON "attempts" USING btree ("job_key");