CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid,
	"author_id" uuid,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "start_views" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"view_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "titles_and_notes" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"title" text,
	"note" text,
	"revision" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_author_id_members_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_views" ADD CONSTRAINT "start_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_views" ADD CONSTRAINT "start_views_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_name" ON "saved_views" USING btree ("owner_id",lower("name")) WHERE "saved_views"."owner_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_team_name" ON "saved_views" USING btree (lower("name")) WHERE "saved_views"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "saved_views_author" ON "saved_views" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "start_views_view" ON "start_views" USING btree ("view_id");
--> statement-breakpoint
-- Copies a campaign's title and note to its new row in the campaign index.
CREATE FUNCTION indexed_campaigns_copy_title() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found_row titles_and_notes%ROWTYPE;
BEGIN
  SELECT * INTO found_row FROM titles_and_notes WHERE campaign_id = NEW.campaign_id;
  IF FOUND THEN
    NEW.title := found_row.title;
    NEW.note := found_row.note;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_titled BEFORE INSERT ON indexed_campaigns
FOR EACH ROW EXECUTE FUNCTION indexed_campaigns_copy_title();
