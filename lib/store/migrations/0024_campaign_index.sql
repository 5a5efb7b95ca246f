-- Splits text into the alphanumeric words that search compares, in lowercase. Splits words of more than 100
-- characters, because a tsvector can't contain very long words.
CREATE FUNCTION search_words(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(regexp_replace(
    lower(left(regexp_replace(content, '[^[:alnum:]]+', ' ', 'g'), 10000)), '([^ ]{100})', '\1 ', 'g'), ' '), ''))
$$;
--> statement-breakpoint
-- The keys and values of a campaign's metadata, as text to search.
CREATE FUNCTION metadata_words(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(key || ' ' || value, ' '), '') FROM jsonb_each_text(metadata)
$$;
--> statement-breakpoint
CREATE TABLE "campaign_totals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" bigint,
	"template_id" bigint,
	"size" text,
	"postage" text,
	"day" date,
	"status" text,
	"payment" text,
	"currency" text,
	"campaigns" integer NOT NULL,
	"recipients" numeric NOT NULL,
	"price" numeric NOT NULL,
	"unpriced" integer NOT NULL,
	"already_paid" numeric NOT NULL,
	"credit" numeric NOT NULL,
	"left_to_pay" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_sync" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone,
	"advanced_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_started_at" timestamp (3) with time zone,
	"position" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "indexed_campaigns" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" bigint,
	"customer_email" text,
	"template_id" bigint,
	"first_template_name" text,
	"template_name" text,
	"status" text,
	"price" text,
	"price_minor" bigint,
	"currency" text,
	"recipients" bigint,
	"postage" text,
	"size" text,
	"sender_copy" boolean,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"scheduled_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"expected_delivery" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"thumbnails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total" bigint,
	"credit" bigint,
	"already_paid" bigint,
	"left_to_pay" bigint,
	"checkout_read_at" timestamp (3) with time zone,
	"payment" text GENERATED ALWAYS AS (case when status is distinct from 'draft' or left_to_pay is null then null when left_to_pay > 0 and already_paid > 0 then 'part_paid' when left_to_pay > 0 then 'unpaid' when already_paid > 0 then 'paid_not_sent' else 'covered_by_credits' end) STORED,
	"title" text,
	"note" text,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"is_listed" boolean GENERATED ALWAYS AS (gone_at is null and read_at is not null) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(campaign_id || ' ' || coalesce(title, '') || ' ' || coalesce(note, '') || ' ' || coalesce(first_template_name, '') || ' ' || coalesce(template_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(status, '') || ' ' || metadata_words(metadata))) STORED
);
--> statement-breakpoint
CREATE TABLE "indexed_customers" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"email" text,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce(email, ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "indexed_templates" (
	"template_id" bigint PRIMARY KEY NOT NULL,
	"name" text,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(coalesce(name, ''))) STORED
);
--> statement-breakpoint
CREATE INDEX "campaign_totals_by_day" ON "campaign_totals" USING btree ("kind","day");--> statement-breakpoint
CREATE INDEX "campaign_totals_by_customer" ON "campaign_totals" USING btree ("kind","customer_id");--> statement-breakpoint
CREATE INDEX "campaign_totals_by_template" ON "campaign_totals" USING btree ("kind","template_id");--> statement-breakpoint
CREATE INDEX "campaign_totals_by_size" ON "campaign_totals" USING btree ("kind","size","postage");--> statement-breakpoint
CREATE INDEX "indexed_campaigns_search" ON "indexed_campaigns" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "indexed_campaigns_metadata" ON "indexed_campaigns" USING gin ("metadata" jsonb_path_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "indexed_campaigns_customer" ON "indexed_campaigns" USING btree ("customer_id","created_at","campaign_id");--> statement-breakpoint
CREATE INDEX "indexed_campaigns_template" ON "indexed_campaigns" USING btree ("template_id","created_at","campaign_id");--> statement-breakpoint
CREATE INDEX "indexed_campaigns_status" ON "indexed_campaigns" USING btree ("status","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_status_created" ON "indexed_campaigns" USING btree ("status","created_at","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_status_scheduled" ON "indexed_campaigns" USING btree ("status","scheduled_at","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_status_sent" ON "indexed_campaigns" USING btree ("status","sent_at","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_status_updated" ON "indexed_campaigns" USING btree ("status","updated_at","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_payment_created" ON "indexed_campaigns" USING btree ("payment","created_at","campaign_id") WHERE "indexed_campaigns"."payment" is not null;--> statement-breakpoint
CREATE INDEX "indexed_campaigns_payment_updated" ON "indexed_campaigns" USING btree ("payment","updated_at","campaign_id") WHERE "indexed_campaigns"."payment" is not null;--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_scheduled" ON "indexed_campaigns" USING btree ("scheduled_at","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_created" ON "indexed_campaigns" USING btree ("created_at","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_updated" ON "indexed_campaigns" USING btree ("updated_at","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_sent" ON "indexed_campaigns" USING btree ("sent_at","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_price" ON "indexed_campaigns" USING btree ("price_minor","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_recipients" ON "indexed_campaigns" USING btree ("recipients","campaign_id","status","customer_id","template_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_customer" ON "indexed_campaigns" USING btree (lower("customer_email") collate "C","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_campaigns_by_template" ON "indexed_campaigns" USING btree (lower("template_name") collate "C","campaign_id") WHERE "indexed_campaigns"."is_listed";--> statement-breakpoint
CREATE INDEX "indexed_customers_search" ON "indexed_customers" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "indexed_templates_search" ON "indexed_templates" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
-- Adds every change of indexed campaigns to campaign_totals: what the old rows counted is subtracted, and what
-- the new rows count is added. Rows are only inserted, so that transactions never wait for each other.
CREATE FUNCTION indexed_campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM old_rows'
    ELSE 'SELECT -1 AS sign, * FROM old_rows UNION ALL SELECT 1, * FROM new_rows'
  END;
BEGIN
  EXECUTE format($sql$
    INSERT INTO campaign_totals (kind, customer_id, template_id, size, postage, day, status, payment, currency,
      campaigns, recipients, price, unpriced, already_paid, credit, left_to_pay)
    SELECT k.kind, k.customer_id, k.template_id, k.size, k.postage, k.day, c.status, c.payment, c.currency,
      sum(c.sign), sum(c.sign * coalesce(c.recipients, 0)::numeric), sum(c.sign * coalesce(c.price_minor, 0)::numeric),
      sum(c.sign * (c.price_minor IS NULL)::integer), sum(c.sign * coalesce(c.already_paid, 0)::numeric),
      sum(c.sign * coalesce(c.credit, 0)::numeric), sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric)
    FROM (%s) AS c, LATERAL (VALUES
      ('all', NULL::bigint, NULL::bigint, NULL::text, NULL::text, NULL::date),
      ('order', NULL, c.template_id, c.size, c.postage, NULL),
      ('customer', c.customer_id, NULL, NULL, NULL, NULL),
      ('scheduled', NULL, NULL, NULL, NULL, (c.scheduled_at AT TIME ZONE 'UTC')::date),
      ('created', NULL, NULL, NULL, NULL, (c.created_at AT TIME ZONE 'UTC')::date),
      ('sent', NULL, NULL, NULL, NULL, (c.sent_at AT TIME ZONE 'UTC')::date)
    ) AS k (kind, customer_id, template_id, size, postage, day)
    WHERE c.is_listed AND (k.kind IN ('all', 'order', 'customer') OR k.day IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    HAVING sum(c.sign) <> 0 OR sum(c.sign * coalesce(c.recipients, 0)::numeric) <> 0
      OR sum(c.sign * coalesce(c.price_minor, 0)::numeric) <> 0 OR sum(c.sign * (c.price_minor IS NULL)::integer) <> 0
      OR sum(c.sign * coalesce(c.already_paid, 0)::numeric) <> 0 OR sum(c.sign * coalesce(c.credit, 0)::numeric) <> 0
      OR sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric) <> 0
  $sql$, changed);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_inserted AFTER INSERT ON indexed_campaigns
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_updated AFTER UPDATE ON indexed_campaigns
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_deleted AFTER DELETE ON indexed_campaigns
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_changed();
--> statement-breakpoint
-- Keeps the owners and template names that Mailroom already knows. The sync reads everything else.
INSERT INTO indexed_campaigns (campaign_id, customer_id, template_id, first_template_name, first_seen_at)
SELECT campaign_id, customer_id, n.template_id, n.name, coalesce(n.first_seen_at, now())
FROM campaign_owners FULL JOIN campaign_template_names AS n USING (campaign_id);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL,
	"density" text NOT NULL,
	"per_page" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;