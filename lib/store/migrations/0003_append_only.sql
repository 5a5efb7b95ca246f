CREATE FUNCTION "activity_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'activity is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activity_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "activity"
	FOR EACH STATEMENT EXECUTE FUNCTION "activity_is_append_only"();
