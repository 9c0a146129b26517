-- A sitting that began and has no outcome yet. The first call that would read it after its end delivers it from the answers that
-- are here (docs/decisions/0029). False for rows written by hand: only what the server begins ends by itself.
alter table partecipazione add column aperta boolean not null default false;
update partecipazione p set aperta = true
  where not exists (select 1 from esito_simulazione e where e.id_utente = p.id_utente and e.gettone = p.gettone);
create index partecipazione_scaduta on partecipazione (id_simulazione, fine) where aperta and in_pausa is null;

-- Whether nobody delivered it: the server did, at its end. Answers that come later may still replace it.
alter table esito_simulazione add column automatica boolean not null default false;
