-- Counts of the rate limits that replicas share (server/http/shared-limits.ts); names of columns are the library's.
-- Unlogged: a crash of the database empties it, and no backup holds it. No index on the expiry: updates stay in place.
create unlogged table limite (
  key text primary key,
  points integer not null,
  expire bigint not null
) with (fillfactor = 50);
