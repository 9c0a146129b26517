-- compatibile da: 0031
-- The console's queue (decision 0153): who has an entry, which one a double goes with, how it ended, what was written about it.
alter table segnalazione
  add column presa_da bigint references utente on delete set null,
  add column doppia_di bigint references segnalazione on delete set null;
create index segnalazione_aperta on segnalazione (creata) where esito is null;
create index segnalazione_presa on segnalazione (presa_da) where presa_da is not null;
create index segnalazione_doppia on segnalazione (doppia_di) where doppia_di is not null;
alter table richiesta_assistenza
  add column presa_da bigint references utente on delete set null,
  add column doppia_di bigint references richiesta_assistenza on delete set null,
  add column esito text check (esito in ('risolta', 'senza_seguito')),
  add column chiusa timestamptz;
create index richiesta_assistenza_presa on richiesta_assistenza (presa_da) where presa_da is not null;
create index richiesta_assistenza_doppia on richiesta_assistenza (doppia_di) where doppia_di is not null;
alter table richiesta_banca
  add column presa_da bigint references utente on delete set null,
  add column doppia_di uuid references richiesta_banca on delete set null,
  add column esito text check (esito in ('pubblicata', 'non_disponibile'));
create index richiesta_banca_presa on richiesta_banca (presa_da) where presa_da is not null;
create index richiesta_banca_doppia on richiesta_banca (doppia_di) where doppia_di is not null;
-- Mails that the console wrote about an entry; each goes with its entry.
create table risposta_coda (
  id_risposta bigint generated always as identity primary key,
  id_segnalazione bigint references segnalazione on delete cascade,
  id_assistenza bigint references richiesta_assistenza on delete cascade,
  id_banca uuid references richiesta_banca on delete cascade,
  scritta_da bigint references utente on delete set null,
  quando timestamptz not null,
  testo text not null,
  check (num_nonnulls(id_segnalazione, id_assistenza, id_banca) = 1)
);
create index risposta_coda_segnalazione on risposta_coda (id_segnalazione) where id_segnalazione is not null;
create index risposta_coda_assistenza on risposta_coda (id_assistenza) where id_assistenza is not null;
create index risposta_coda_banca on risposta_coda (id_banca) where id_banca is not null;
create index risposta_coda_autore on risposta_coda (scritta_da) where scritta_da is not null;
