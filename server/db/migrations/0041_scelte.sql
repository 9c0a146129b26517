-- compatibile da: 0031
-- Counters of people by question and by the position that they chose last (decision 0162).
create table scelte_domanda (
  id_domanda bigint not null,
  scelta smallint not null,
  n integer not null,
  primary key (id_domanda, scelta)
) with (fillfactor = 70);
-- Choices that changed and are in no counter yet: one row a push, reset or deletion. The next round deletes them, so no reference to the
-- account does. `prima` and `dopo` are null for no choice.
create table scelte_da_contare (
  id_utente bigint not null,
  id bigint generated always as identity,
  domande bigint[] not null,
  prima smallint[] not null,
  dopo smallint[] not null,
  primary key (id_utente, id)
);
-- Instant of the last count of all records; without a row the next round counts them.
create table conteggio_scelte (
  uno boolean primary key default true check (uno),
  quando timestamptz not null
);
-- Choice that the last upsert replaced: only so does its `returning` have it.
alter table statistica add column scelta_prima smallint;
