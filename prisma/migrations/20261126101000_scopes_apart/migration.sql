-- Scopes that release 0.2.0 does not know stand apart, where a database has them with the others: that release cannot read such a key.
ALTER TABLE "api_key" DROP CONSTRAINT IF EXISTS "api_key_hotels_check";

UPDATE "api_key" SET
  "hotel_scopes" = "hotel_scopes" || ARRAY(
    SELECT scope FROM unnest("scopes") AS scope
    WHERE scope IN ('inventory', 'rates', 'catalogue', 'webhooks', 'erase', 'keys') AND scope <> ALL ("hotel_scopes")),
  "scopes" = ARRAY(
    SELECT scope FROM unnest("scopes") AS scope WHERE scope NOT IN ('inventory', 'rates', 'catalogue', 'webhooks', 'erase', 'keys'))
WHERE "scopes" && ARRAY['inventory', 'rates', 'catalogue', 'webhooks', 'erase', 'keys']::"Scope"[];
