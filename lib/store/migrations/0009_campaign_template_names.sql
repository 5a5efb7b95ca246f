CREATE TABLE "campaign_template_names" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"template_id" bigint NOT NULL,
	"name" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
