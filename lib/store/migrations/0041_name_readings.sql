ALTER TABLE "indexed_customers" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexed_customers" ADD COLUMN "is_copy_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "indexed_templates" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexed_templates" ADD COLUMN "is_copy_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "indexed_customers_to_copy" ON "indexed_customers" USING btree ("customer_id") WHERE "indexed_customers"."is_copy_due";--> statement-breakpoint
CREATE INDEX "indexed_templates_to_copy" ON "indexed_templates" USING btree ("template_id") WHERE "indexed_templates"."is_copy_due";