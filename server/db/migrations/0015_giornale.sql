-- The journal (decision 0073): every event of an account once, as its device wrote it. Nothing is changed here, and nothing
-- deleted but with the account.
alter table utente add column seq_eventi bigint not null default 0;
create table evento_utente (
  id_utente bigint not null references utente on delete cascade,
  id text not null,
  -- Place in the account's own order, given under the lock of its row: none becomes visible after a later one.
  seq_utente bigint not null,
  tipo text not null,
  chiave text,
  id_concorso bigint,
  id_domanda bigint,
  dati text,
  ts_client text,
  versione_banca text,
  dispositivo text,
  seq bigint,
  effettivo timestamptz not null,
  ricevuto timestamptz not null,
  primary key (id_utente, id)
);
create unique index evento_utente_cursore on evento_utente (id_utente, seq_utente);
