-- What a sitting is, fixed when it starts: section and difficulty of each question of its draw, in its order, so that a bank that
-- is published again meanwhile moves none of them (docs/decisions/0026). Null for sittings begun before this.
alter table partecipazione add column sezioni smallint[], add column difficolta smallint[];

-- Where it is: place on screen, and whether its answers are shuffled, for the device that goes on with it. `in_ritardo`: an
-- answer of a section arrived after the section's own time.
alter table partecipazione
  add column indice smallint not null default 0,
  add column mescola boolean,
  add column in_ritardo boolean not null default false;

-- A draw that was seen in an earlier sitting counts outside the ranking.
alter table esito_simulazione drop constraint esito_simulazione_motivo_check;
alter table esito_simulazione add constraint esito_simulazione_motivo_check
  check (motivo in ('gia_classificata', 'gia_vista', 'in_ritardo', 'tempi_implausibili', 'non_consegnata'));

-- Extra time of the account (DSA, law 104), per cent: the server alone gives it to a sitting.
alter table utente add column tempo_aggiuntivo smallint not null default 0 check (tempo_aggiuntivo between 0 and 50);
