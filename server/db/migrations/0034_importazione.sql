-- compatibile da: 0031
-- Banks in the console: why a version was published, files on their way to a bank.
-- In words for candidates.
alter table banca_versione add column motivo text;
-- A file that became, or is becoming, questions of a bank: read first, published afterwards.
create table importazione (
  id_importazione bigint generated always as identity primary key,
  creata_da bigint references utente on delete set null,
  nome text not null,
  byte bigint not null,
  -- Bank that it updates; null for a new one until it is published.
  id_concorso bigint references concorso on delete cascade,
  stato text not null check (stato in ('lettura', 'letta', 'rifiutata', 'annullata', 'pubblicazione', 'pubblicata')),
  passo jsonb,
  scelte jsonb not null,
  -- Reading in words, or why the file is no bank.
  rapporto jsonb,
  -- Questions as read; null before, and once published or given up.
  domande jsonb,
  immagini text,
  creata timestamptz not null,
  -- Written every few seconds by the server that works on it.
  aggiornata timestamptz not null
);
create index importazione_creata on importazione (creata desc);
create index importazione_autore on importazione (creata_da) where creata_da is not null;
create index importazione_concorso on importazione (id_concorso) where id_concorso is not null;
create index concorso_utente_banca on concorso_utente (id_concorso) where rimosso is null;
create index domanda_contestata on domanda (id_concorso) where stato = 'contestata';
