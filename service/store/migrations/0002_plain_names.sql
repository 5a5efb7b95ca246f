-- Renames tables, columns, functions and constraints. Every row stays as it is.

ALTER TABLE "artworks" RENAME COLUMN "tries" TO "failed_renderings";
--> statement-breakpoint
ALTER INDEX "campaigns_leaving" RENAME TO "campaigns_in_transit";
--> statement-breakpoint
ALTER TABLE "campaigns" RENAME CONSTRAINT "times_fit_status" TO "times_match_status";
--> statement-breakpoint
ALTER TABLE "clock" RENAME CONSTRAINT "one_clock" TO "single_row";
--> statement-breakpoint
ALTER TABLE "campaign_marks" RENAME TO "campaign_bitmaps";
--> statement-breakpoint
ALTER TABLE "campaign_bitmaps" RENAME COLUMN "axis" TO "sort_key";
--> statement-breakpoint
ALTER TABLE "campaign_bitmaps" RENAME COLUMN "feature" TO "facet";
--> statement-breakpoint
ALTER TABLE "campaign_bitmaps" RENAME COLUMN "marks" TO "bits";
--> statement-breakpoint
ALTER TABLE "campaign_bitmaps" RENAME CONSTRAINT "campaign_marks_axis_feature_block_pk" TO "campaign_bitmaps_sort_key_facet_block_pk";
--> statement-breakpoint
ALTER FUNCTION meta_feature(text, text) RENAME TO metadata_facet;
--> statement-breakpoint
DROP TRIGGER campaigns_inserted ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_updated ON campaigns;
--> statement-breakpoint
DROP TRIGGER campaigns_deleted ON campaigns;
--> statement-breakpoint
DROP FUNCTION campaigns_changed();
--> statement-breakpoint
-- Updates campaign_bitmaps after every statement that changes campaigns, for any number of rows.
--
-- A change is a set of bits to flip: those of the old rows and those of the new rows. A facet that a row keeps is
-- flipped twice, so its bit stays. Blocks are written in key order, so two transactions that touch the same blocks
-- wait for each other and never deadlock.
CREATE FUNCTION update_campaign_bitmaps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT * FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT * FROM old_rows'
    ELSE 'SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows'
  END;
BEGIN
  EXECUTE format($sql$
    WITH changed AS MATERIALIZED (
      SELECT id, sent_number,
        array['all', 'customer:' || customer_id, 'status:' || status, 'targeting:' || targeting_method]
          || array(SELECT metadata_facet(key, value) FROM jsonb_each_text(meta_data)) AS facets
      FROM (%s) AS old_and_new_rows
    ), positions AS (
      SELECT 'id' AS sort_key, id AS position, unnest(facets) AS facet FROM changed
      UNION ALL
      SELECT 'sent', sent_number, unnest(facets) FROM changed WHERE sent_number IS NOT NULL
    ), runs AS (
      -- Aggregates runs of 256 bits first: shifting a whole block for every single bit costs thirty times as much.
      SELECT sort_key, facet, position / 256 AS run,
        bit_xor(set_bit(0::bit(256), (position %% 256)::integer, 1)) AS bits
      FROM positions GROUP BY 1, 2, 3
    ), flips AS (
      SELECT sort_key, facet, (run / 32)::integer AS block,
        bit_xor(bits::bit(8192) >> ((run %% 32) * 256)::integer) AS bits
      FROM runs GROUP BY 1, 2, 3
    )
    INSERT INTO campaign_bitmaps AS stored (sort_key, facet, block, bits)
    SELECT sort_key, facet, block, bits FROM flips WHERE bits <> 0::bit(8192) ORDER BY 1, 2, 3
    ON CONFLICT (sort_key, facet, block) DO UPDATE SET bits = stored.bits # excluded.bits
  $sql$, changed);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER campaigns_inserted AFTER INSERT ON campaigns
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_bitmaps();
--> statement-breakpoint
CREATE TRIGGER campaigns_updated AFTER UPDATE ON campaigns
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_bitmaps();
--> statement-breakpoint
CREATE TRIGGER campaigns_deleted AFTER DELETE ON campaigns
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_campaign_bitmaps();
