CREATE TABLE "payment_run_items" (
	"run_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"campaign_id" bigint NOT NULL,
	"outcome" text,
	"outcome_at" timestamp (3) with time zone,
	"amount" text,
	"send_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"send_retry_at" timestamp (3) with time zone,
	"send_ended_at" timestamp (3) with time zone,
	"send_failure" jsonb,
	CONSTRAINT "payment_run_items_run_id_position_pk" PRIMARY KEY("run_id","position"),
	CONSTRAINT "payment_run_items_send_key_unique" UNIQUE("send_key"),
	CONSTRAINT "payment_run_items_campaign" UNIQUE("run_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "payment_run_links" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" uuid,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"send_date" text
);
--> statement-breakpoint
ALTER TABLE "payment_run_items" ADD CONSTRAINT "payment_run_items_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_links" ADD CONSTRAINT "payment_run_links_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_links" ADD CONSTRAINT "payment_run_links_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_run_links_by_item" ON "payment_run_links" USING btree ("run_id","campaign_id");--> statement-breakpoint
CREATE INDEX "payment_runs_by_member" ON "payment_runs" USING btree ("member_id");