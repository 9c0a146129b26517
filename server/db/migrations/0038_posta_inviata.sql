-- compatibile da: 0031
-- Mails of an account that left or were given up (OP55): their kind alone, no text and no address.
create table posta_inviata (
  id_utente bigint not null references utente on delete cascade,
  -- Row of the outbox that it was.
  id_uscita bigint not null,
  tipo text not null,
  quando timestamptz not null,
  esito text not null check (esito in ('inviata', 'abbandonata')),
  primary key (id_utente, id_uscita)
);
