-- A second factor for whoever wants it (decision 0117).
create table secondo_fattore (
  id_utente bigint primary key references utente on delete cascade,
  -- The secret of the codes, encrypted with a key of this installation.
  segreto_cifrato bytea not null,
  -- Null until one code has confirmed it: no sign-in asks for it before.
  attivo timestamptz,
  -- The newest step of 30 seconds whose code was used: none works twice.
  ultimo_passo bigint not null default 0,
  -- Wrong codes since the last right one, and when the person was last told of them.
  errori integer not null default 0,
  avvisato timestamptz,
  -- When it goes by itself, asked for by mail.
  da_togliere timestamptz
);
create index secondo_fattore_da_togliere on secondo_fattore (da_togliere) where da_togliere is not null;
create table codice_recupero (
  id_utente bigint not null references utente on delete cascade,
  -- Its first character as it is typed, so that one hash is compared.
  numero smallint not null check (numero between 0 and 9),
  hash text not null,
  usato timestamptz,
  primary key (id_utente, numero)
);
alter table gettone drop constraint gettone_tipo_check;
alter table gettone add constraint gettone_tipo_check
  check (tipo in ('verifica', 'recupero', 'dispositivo', 'ripensamento', 'indirizzo', 'esportazione', 'senza_codice'));
-- A reserved registration does the same for every address, known or not (decision 0118).
alter table uscita drop constraint uscita_tipo_check;
alter table uscita add constraint uscita_tipo_check
  check (tipo in ('posta', 'contatto', 'rimborso', 'recupero', 'registrazione'));
-- A social login that was begun to be linked ends on the profile (decision 0119).
alter table accesso_social add column dal_profilo boolean not null default false;
