-- What an operator publishes around the banks: store items, study groups, news, banners. `dati` is what the contract says of its kind.
create table contenuto (
  id_contenuto bigint generated always as identity primary key,
  tipo text not null check (tipo in ('articoli', 'gruppi', 'notizie', 'banner')),
  -- Finds it again at the next import.
  chiave text not null,
  dati jsonb not null,
  inserito timestamptz not null,
  aggiornato timestamptz not null,
  -- Out of the lists; it can come back.
  ritirato timestamptz,
  unique (tipo, chiave)
);

-- Banks that people ask for. The number is the device's own: what is sent twice is one request.
create table richiesta_banca (
  id_richiesta uuid primary key,
  id_utente bigint not null references utente on delete cascade,
  ente text not null,
  profilo text,
  anno integer,
  nota text,
  link text,
  creata timestamptz not null,
  chiusa timestamptz
);
create index richiesta_banca_utente on richiesta_banca (id_utente, creata);
create index richiesta_banca_creata on richiesta_banca (creata desc);
