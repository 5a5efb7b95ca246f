-- Keeps campaign_marks in step with campaigns, whatever statement changes them, one row or a million at a time.
--
-- A change is a set of bits to flip: those of the old rows and those of the new ones. A feature that a row keeps is
-- flipped twice, which is not at all. Blocks are written in the order of their key, so that two transactions which
-- touch the same blocks wait for each other instead of locking each other out.

CREATE FUNCTION meta_feature(key text, value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'meta:' || md5(length(key) || ':' || key || value)
$$;
--> statement-breakpoint
CREATE FUNCTION campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT * FROM now_rows'
    WHEN 'DELETE' THEN 'SELECT * FROM old_rows'
    ELSE 'SELECT * FROM old_rows UNION ALL SELECT * FROM now_rows'
  END;
BEGIN
  EXECUTE format($sql$
    WITH changed AS MATERIALIZED (
      SELECT id, sent_number,
        array['all', 'customer:' || customer_id, 'status:' || status, 'targeting:' || targeting_method]
          || array(SELECT meta_feature(key, value) FROM jsonb_each_text(meta_data)) AS features
      FROM (%s) AS both_sides
    ), places AS (
      SELECT 'id' AS axis, id AS place, unnest(features) AS feature FROM changed
      UNION ALL
      SELECT 'sent', sent_number, unnest(features) FROM changed WHERE sent_number IS NOT NULL
    ), runs AS (
      -- Gathered 256 at a time first: carrying a whole block through every single bit would cost thirty times as much.
      SELECT axis, feature, place / 256 AS run, bit_xor(set_bit(0::bit(256), (place %% 256)::integer, 1)) AS bits
      FROM places GROUP BY 1, 2, 3
    ), flips AS (
      SELECT axis, feature, (run / 32)::integer AS block,
        bit_xor(bits::bit(8192) >> ((run %% 32) * 256)::integer) AS marks
      FROM runs GROUP BY 1, 2, 3
    )
    INSERT INTO campaign_marks AS kept (axis, feature, block, marks)
    SELECT axis, feature, block, marks FROM flips WHERE marks <> 0::bit(8192) ORDER BY 1, 2, 3
    ON CONFLICT (axis, feature, block) DO UPDATE SET marks = kept.marks # excluded.marks
  $sql$, changed);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER campaigns_inserted AFTER INSERT ON campaigns
REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER campaigns_updated AFTER UPDATE ON campaigns
REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
--> statement-breakpoint
CREATE TRIGGER campaigns_deleted AFTER DELETE ON campaigns
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
