-- A token alone ends nothing for good (decision 0105).
-- When the account is deleted, unless its owner takes it back before.
alter table utente add column da_eliminare timestamptz;
create index utente_da_eliminare on utente (da_eliminare) where da_eliminare is not null;
alter table gettone drop constraint gettone_tipo_check;
alter table gettone add constraint gettone_tipo_check
  check (tipo in ('verifica', 'recupero', 'dispositivo', 'ripensamento', 'indirizzo', 'esportazione'));
-- A recovery is written down for every address that is typed, known or not: both take the same time.
alter table uscita drop constraint uscita_tipo_check;
alter table uscita add constraint uscita_tipo_check check (tipo in ('posta', 'contatto', 'rimborso', 'recupero'));
