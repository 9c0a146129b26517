-- compatibile da: 0031
-- First second factor of an operator (decision 0156): the code that the command printed, and the sessions that gave it.
create table codice_gestione (
  id_utente bigint primary key references utente on delete cascade,
  hash bytea not null,
  scade timestamptz not null
);
alter table sessione_gestione add column iscritta boolean not null default false;
