CREATE TABLE "guest_codes" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "guest_decisions" ADD COLUMN "browser" uuid;--> statement-breakpoint
ALTER TABLE "guest_decisions" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guest_codes" ADD CONSTRAINT "guest_codes_decision_id_guest_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."guest_decisions"("id") ON DELETE cascade ON UPDATE no action;