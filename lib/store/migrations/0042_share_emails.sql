CREATE TABLE "share_emails" (
	"share_link_id" uuid PRIMARY KEY NOT NULL,
	"job_key" uuid NOT NULL,
	"to" text NOT NULL,
	"message" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"delivery_attempts" integer DEFAULT 0 NOT NULL,
	"next_delivery_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp (3) with time zone,
	CONSTRAINT "share_emails_job_key_unique" UNIQUE("job_key")
);
--> statement-breakpoint
ALTER TABLE "job_items" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "share_emails" ADD CONSTRAINT "share_emails_share_link_id_share_links_id_fk" FOREIGN KEY ("share_link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_emails_due" ON "share_emails" USING btree ("next_delivery_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "share_emails_sending" ON "share_emails" USING btree ("taken_at") WHERE state = 'sending';