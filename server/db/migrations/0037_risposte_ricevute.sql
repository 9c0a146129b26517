-- compatibile da: 0031
-- Whom each reply of the console went to (decision 0156): it belongs to their data.
create table risposta_ricevuta (
  id_utente bigint not null references utente on delete cascade,
  id_risposta bigint not null references risposta_coda on delete cascade,
  primary key (id_utente, id_risposta)
);
create index risposta_ricevuta_risposta on risposta_ricevuta (id_risposta);
-- Replies of before: the author of the row that each stands beside.
insert into risposta_ricevuta (id_utente, id_risposta)
select coalesce(s.id_utente, a.id_utente, b.id_utente), r.id_risposta from risposta_coda r
  left join segnalazione s using (id_segnalazione) left join richiesta_assistenza a on a.id_richiesta = r.id_assistenza
  left join richiesta_banca b on b.id_richiesta = r.id_banca
where coalesce(s.id_utente, a.id_utente, b.id_utente) is not null;
