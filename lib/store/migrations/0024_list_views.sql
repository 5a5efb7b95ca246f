CREATE TABLE "list_views" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"density" text NOT NULL,
	"per_page" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;