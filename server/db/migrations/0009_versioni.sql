-- Every version of a bank that was published over another, whole: what `banca torna` publishes again.
create table banca_versione (
  id_concorso bigint not null references concorso on delete cascade,
  numero integer not null check (numero > 0),
  versione text not null,
  pubblicata timestamptz not null,
  scheda jsonb not null,
  materie jsonb not null,
  domande jsonb not null,
  numero_domande integer not null,
  immagini text,
  primary key (id_concorso, numero)
);
