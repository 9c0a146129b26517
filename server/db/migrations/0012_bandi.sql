-- Calls with a deadline (D33).
create table bando (
  id_bando bigint generated always as identity primary key,
  -- A starter example by its slug; an imported call by what finds it again at the next import.
  chiave text not null unique,
  nome text not null,
  ente text not null,
  descrizione text,
  esempio boolean not null default false,
  tipo_ente text,
  livello_istruzione text,
  settore text,
  area_geografica text,
  regione text,
  posti integer check (posti > 0),
  scadenza timestamptz not null,
  in_evidenza boolean not null default false,
  pagina_ufficiale text,
  -- Banks that the operator named for it.
  banche bigint[] not null default '{}',
  inserito timestamptz not null,
  aggiornato timestamptz not null,
  -- Out of the lists; it can come back.
  ritirato timestamptz
);
create index bando_scadenza on bando (scadenza, id_bando) where ritirato is null;
