CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"lane" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"member_id" uuid,
	"by" text NOT NULL,
	"amount" text,
	"before" jsonb,
	"result" jsonb,
	"settled_by" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "campaign_owners" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"time_zone" text,
	"disabled_at" timestamp (3) with time zone,
	"sessions_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_at_a_time" ON "attempts" USING btree ("campaign_id","lane") WHERE state in ('open', 'unknown');--> statement-breakpoint
CREATE INDEX "attempts_by_campaign" ON "attempts" USING btree ("campaign_id","started_at");--> statement-breakpoint
CREATE INDEX "attempts_unsettled" ON "attempts" USING btree ("started_at") WHERE state in ('open', 'unknown');