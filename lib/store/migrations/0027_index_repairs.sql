CREATE TABLE "wanted_readings" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"wanted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Splits text into the alphanumeric words that search compares, without accents and in lowercase. Splits words of
-- more than 100 characters, because a tsvector can't contain very long words. The result doesn't depend on the
-- database's locale: with the locale "C", only ASCII text would be recognized, and with a Turkish one, I isn't the
-- uppercase of i.
CREATE OR REPLACE FUNCTION search_words(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(regexp_replace(
    translate(lower(regexp_replace(regexp_replace(
      normalize(left(content, 10000) COLLATE "C", NFKD),
      '[\u0300-\u036F\uFE00-\uFE0F]+', '', 'g'),
      '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u2000-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\uFE10-\uFE6F\U0001F000-\U0001FAFF]+', ' ', 'g')),
      'ØøŁłĐđĦħŦŧıÆŒÞÐŊẞƏƐƆΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҖҘҚҢҮҰҲҶҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖς',
      'oollddhhttiæœþðŋßəɛɔαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғҗҙқңүұҳҷһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆσ'),
    '([^ ]{100})', '\1 ', 'g'), ' '), ''))
$$;
--> statement-breakpoint
UPDATE indexed_campaigns SET campaign_id = campaign_id
WHERE search IS DISTINCT FROM search_words(campaign_id || ' ' || coalesce(title, '') || ' ' || coalesce(note, '') || ' ' || coalesce(first_template_name, '') || ' ' || coalesce(template_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(status, '') || ' ' || metadata_words(metadata));
--> statement-breakpoint
UPDATE indexed_customers SET email = email WHERE search IS DISTINCT FROM search_words(coalesce(email, ''));
--> statement-breakpoint
UPDATE indexed_templates SET name = name WHERE search IS DISTINCT FROM search_words(coalesce(name, ''));
--> statement-breakpoint
-- TRUNCATE doesn't fire the triggers that keep campaign_totals exact. Without any campaign, the sync starts over.
CREATE FUNCTION indexed_campaigns_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM campaign_totals;
  DELETE FROM index_sync;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER indexed_campaigns_emptied AFTER TRUNCATE ON indexed_campaigns
FOR EACH STATEMENT EXECUTE FUNCTION indexed_campaigns_emptied();
