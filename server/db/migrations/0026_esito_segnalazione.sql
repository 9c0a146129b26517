-- What became of a report, and what the operator wrote to who made it; null while nobody looked at it.
alter table segnalazione
  add column esito text check (esito in ('corretta', 'respinta')),
  add column risposta text,
  add column chiusa timestamptz;
