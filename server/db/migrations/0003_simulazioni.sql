-- Simulations (D23, D24). Points in whole thousandths.

-- A sitting that the server started: draw, rules and end are fixed here, so that a new version of the simulation or the device's
-- clock change nothing of it.
create table partecipazione (
  id_utente bigint not null references utente on delete cascade,
  gettone uuid not null,
  id_simulazione bigint not null references simulazione on delete cascade,
  iniziata timestamptz not null,
  fine timestamptz not null,
  tempo_aggiuntivo smallint not null check (tempo_aggiuntivo between 0 and 200),
  estrazione bigint[] not null,
  regole jsonb not null,
  sfida text,
  -- Answers received so far, by question: { "<id_domanda>": { "r": 1..5 or null, "ms": n, "c": n } }
  risposte jsonb not null default '{}',
  primary key (id_utente, gettone)
);
create index partecipazione_aperta on partecipazione (id_utente, id_simulazione, iniziata desc);

create table esito_simulazione (
  id_utente bigint not null,
  gettone uuid not null,
  id_simulazione bigint not null references simulazione on delete cascade,
  data_simulazione timestamptz not null,
  ricevuta timestamptz not null,
  secondi integer not null check (secondi >= 0),
  numero_domande_previste integer not null,
  corrette integer not null,
  errate integer not null,
  intermedie integer not null,
  omesse integer not null,
  punti integer not null,
  massimo integer not null,
  superata boolean,
  sorgente text not null check (sorgente in ('MOBILE', 'WEB')),
  consegnata boolean not null,
  tempo_aggiuntivo smallint not null,
  in_classifica boolean not null,
  motivo text check (motivo in ('gia_classificata', 'in_ritardo', 'tempi_implausibili', 'non_consegnata')),
  sfida text,
  primary key (id_utente, gettone),
  foreign key (id_utente, gettone) references partecipazione on delete cascade
);
create index esito_simulazione_storia on esito_simulazione (id_utente, id_simulazione, ricevuta desc);
create index esito_simulazione_sfida on esito_simulazione (sfida) where sfida is not null;
-- An account is ranked once for each simulation (D24).
create unique index esito_simulazione_classificato on esito_simulazione (id_simulazione, id_utente) where in_classifica;

-- How many have each score, by extra time. A position is a sum over scores, not over people: it costs the same with a thousand
-- and with a million of them.
create table classifica_punti (
  id_simulazione bigint not null references simulazione on delete cascade,
  tempo_aggiuntivo smallint not null,
  punti integer not null,
  n integer not null check (n >= 0),
  primary key (id_simulazione, tempo_aggiuntivo, punti)
);

create function conta_esiti_nuovi() returns trigger language plpgsql as $$
begin
  insert into classifica_punti
    select id_simulazione, tempo_aggiuntivo, punti, count(*) from nuovi where in_classifica group by 1, 2, 3 order by 1, 2, 3
    on conflict (id_simulazione, tempo_aggiuntivo, punti) do update set n = classifica_punti.n + excluded.n;
  return null;
end $$;
create trigger esiti_nuovi after insert on esito_simulazione
  referencing new table as nuovi for each statement execute function conta_esiti_nuovi();

-- An account that is deleted leaves the ranking too.
create function conta_esiti_tolti() returns trigger language plpgsql as $$
begin
  update classifica_punti c set n = c.n - t.n
    from (select id_simulazione, tempo_aggiuntivo, punti, count(*) as n from tolti where in_classifica group by 1, 2, 3) t
    where (c.id_simulazione, c.tempo_aggiuntivo, c.punti) = (t.id_simulazione, t.tempo_aggiuntivo, t.punti);
  return null;
end $$;
create trigger esiti_tolti after delete on esito_simulazione
  referencing old table as tolti for each statement execute function conta_esiti_tolti();

create table sfida (
  codice text primary key,
  id_utente bigint not null references utente on delete cascade,
  gettone uuid not null,
  id_simulazione bigint not null references simulazione on delete cascade,
  creata timestamptz not null,
  unique (id_utente, gettone)
);

-- Reports of questions (spec §7 segnalaquiz).
create table segnalazione (
  id_segnalazione bigint generated always as identity primary key,
  id_utente bigint not null references utente on delete cascade,
  id_domanda bigint not null,
  motivo text not null,
  nota text,
  creata timestamptz not null
);
create index segnalazione_domanda on segnalazione (id_domanda, creata);
