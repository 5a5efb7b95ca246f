CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_hash" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"about" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "share_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"share_id" uuid NOT NULL,
	"campaign_id" bigint NOT NULL,
	"verdict" text NOT NULL,
	"comment" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"content_hash" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_visits" (
	"share_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_visits_share_id_visitor_hour_pk" PRIMARY KEY("share_id","visitor","hour")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" bigint NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"label" text NOT NULL,
	"member_id" uuid,
	"by" text NOT NULL,
	"password_hash" text,
	"shows" jsonb NOT NULL,
	"guests_decide" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "team_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"approval_required" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "share_decisions" ADD CONSTRAINT "share_decisions_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visits" ADD CONSTRAINT "share_visits_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("kind","about");--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("next_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "share_decisions_by_campaign" ON "share_decisions" USING btree ("campaign_id","at");--> statement-breakpoint
CREATE INDEX "shares_by_campaign" ON "shares" USING btree ("campaign_id","created_at");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_identity_unique" UNIQUE("identity");