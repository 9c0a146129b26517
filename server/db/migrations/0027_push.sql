-- Browsers that show the notices that a person asked for (decision 0120).
create table push_iscrizione (
  id_utente bigint not null references utente on delete cascade,
  -- SHA-256 of the address.
  impronta bytea not null,
  indirizzo text not null,
  p256dh text not null,
  auth text not null,
  -- Told only while this device of the account is signed in.
  id_dispositivo text not null,
  creata timestamptz not null,
  primary key (id_utente, impronta)
);
-- A browser shows the notices of the account that asked last.
create unique index push_iscrizione_impronta on push_iscrizione (impronta);
alter table uscita drop constraint uscita_tipo_check;
alter table uscita add constraint uscita_tipo_check
  check (tipo in ('posta', 'contatto', 'rimborso', 'recupero', 'registrazione', 'push'));
