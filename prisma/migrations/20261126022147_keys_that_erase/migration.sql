-- Erasing needs a scope of its own, which keys of before keep: until now `operate` had it. `manage` needs no change, it is read as the sum
-- of its parts.

UPDATE "api_key" SET "hotel_scopes" = array_append("hotel_scopes", 'erase') WHERE 'operate' = ANY("scopes");
