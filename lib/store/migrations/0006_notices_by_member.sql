DROP INDEX "notices_once";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "member_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("kind","about","member_id");