-- Notices that a person asked for (decision 0120). Each kind: since when, null where it is off.
create table avvisi (
  id_utente bigint primary key references utente on delete cascade,
  bandi timestamptz,
  banche timestamptz,
  enti timestamptz
);
-- What a person follows: a call by its number, a body by its name in lower case.
create table seguito (
  id_utente bigint not null references utente on delete cascade,
  tipo text not null check (tipo in ('bando', 'ente')),
  chiave text not null,
  nome text not null,
  dal timestamptz not null,
  primary key (id_utente, tipo, chiave)
);
-- What was told, so that each thing is told once by whichever server comes first.
create table avviso_dato (
  id_utente bigint not null references utente on delete cascade,
  tipo text not null check (tipo in ('bandi', 'banche', 'enti')),
  chiave text not null,
  quando timestamptz not null,
  primary key (id_utente, tipo, chiave)
);
create index avviso_dato_quando on avviso_dato (quando);
-- When a bank was published first; those of before are old news.
alter table concorso add column inserito timestamptz not null default now();
