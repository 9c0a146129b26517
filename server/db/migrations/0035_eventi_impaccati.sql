-- compatibile da: 0031
-- Events of closed months, compressed (decision 0150). Ranges of places of one account do not overlap. The first pack written
-- sets this migration's level in `migrazione` to its own number: an older program would not see the packed events.
-- Alter utente first: a push that waits for a weaker lock on it here would wait for this migration, and it for the push.
-- Start of the month up to which an account's events are packed.
alter table utente add column impaccato_fino timestamptz not null default '-infinity';
create table eventi_impaccati (
  id_utente bigint not null references utente on delete cascade,
  -- Places of the first and of the last event.
  dal bigint not null,
  fino bigint not null,
  quanti integer not null,
  -- What the events count in utente.byte_eventi.
  byte bigint not null,
  -- Latest instant of the events, for a repair of the clock.
  effettivo timestamptz not null,
  corpo bytea not null,
  primary key (id_utente, fino)
);
-- Compressed already.
alter table eventi_impaccati alter column corpo set storage external;
-- Ids of packed events: the first ten bytes of their SHA-256, in order, a block a row. `dal`: least print of the block; empty in the
-- first.
create table impronte_eventi (
  id_utente bigint not null references utente on delete cascade,
  dal bytea not null,
  impronte bytea not null,
  primary key (id_utente, dal)
);
alter table impronte_eventi alter column impronte set storage plain;
create index utente_da_impaccare on utente (impaccato_fino);
