-- Base tables. PostgreSQL 15 subset. In every table of a person `id_utente` leads the key, so that rows can be distributed by it.
-- Instants are timestamptz. Names are those of the wire.

create table segreto (
  nome text primary key,
  valore bytea not null,
  creato timestamptz not null default now()
);

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table utente (
  id_utente bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  email_social text,
  social text,
  password_hash text,
  flag_privacy smallint not null default 1,
  flag_commerciale smallint not null default 0,
  livello smallint not null default 0 check (livello between 0 and 3),
  data_registrazione timestamptz not null default now(),
  data_passaggio_premium timestamptz,
  data_scadenza_premium timestamptz,
  email_verificata boolean not null default false,
  stato text not null default 'attivo' check (stato in ('attivo', 'disabilitato')),
  codice_affiliato text,
  -- Distinct questions delivered to the account while in demo (D8).
  quiz_usati integer not null default 0 check (quiz_usati >= 0),
  -- Last number given to a statistics row of this account: the cursor of its devices.
  seq_sync bigint not null default 0
);

-- Append only (D12): what, which version of the text, when.
create table consenso (
  id_utente bigint not null references utente on delete cascade,
  id_consenso bigint generated always as identity,
  tipo text not null check (tipo in ('termini', 'trattamento_email', 'commerciale', 'statistiche')),
  valore boolean not null,
  versione_testo text not null,
  data timestamptz not null,
  ip text,
  primary key (id_utente, id_consenso)
);

create table dispositivo (
  id_utente bigint not null references utente on delete cascade,
  id_dispositivo text not null,
  dispositivo text not null,
  sistema_operativo text,
  primo_uso timestamptz not null,
  ultimo_uso timestamptz not null,
  rimosso timestamptz,
  primary key (id_utente, id_dispositivo)
);

create table sessione (
  id_sessione bigint generated always as identity primary key,
  id_utente bigint not null references utente on delete cascade,
  token_hash bytea not null unique,
  -- The token before the last rotation, good until then (D10); its use afterwards ends the session.
  token_precedente_hash bytea unique,
  token_precedente_scade timestamptz,
  id_dispositivo text not null,
  dispositivo text not null,
  sistema_operativo text,
  versione_app text,
  ricordami boolean not null,
  creata timestamptz not null,
  ultimo_uso timestamptz not null,
  scade timestamptz not null,
  chiusa timestamptz,
  motivo text check (motivo in ('logout', 'riuso', 'dispositivo_rimosso', 'password_cambiata', 'account'))
);
create index sessione_utente on sessione (id_utente, scade);

-- Tokens of mails, stored hashed (D12a).
create table gettone (
  hash bytea primary key,
  tipo text not null check (tipo in ('verifica', 'recupero')),
  id_utente bigint not null references utente on delete cascade,
  email text not null,
  creato timestamptz not null,
  scade timestamptz not null,
  usato timestamptz
);
create index gettone_utente on gettone (id_utente, tipo, creato);

-- ── Content ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
create table ente (
  id_ente bigint generated always as identity primary key,
  ente text not null unique
);

create table concorso (
  id_concorso bigint generated always as identity primary key,
  -- Stable name of starter content; null for imported banks.
  slug text unique,
  concorso text not null,
  id_ente bigint not null references ente,
  anno integer,
  profilo text,
  descrizione text,
  in_evidenza boolean not null default false,
  stato text not null default 'pubblicato' check (stato in ('bozza', 'pubblicato', 'ritirato')),
  numero_domande integer not null default 0,
  con_immagini integer not null default 0,
  -- Content hash of the current version and its packages; null until they are built.
  versione text,
  pacchetto text,
  pacchetto_hash text,
  pacchetto_dimensione bigint,
  immagini text,
  immagini_hash text,
  immagini_dimensione bigint,
  data_ultimo_aggiornamento timestamptz not null default now()
);
create index concorso_elenco on concorso (stato, in_evidenza, anno);

create table materia (
  id_materia bigint generated always as identity primary key,
  id_concorso bigint not null references concorso on delete cascade,
  nome text not null,
  ordine integer not null,
  unique (id_concorso, nome)
);

create table domanda (
  id_domanda bigint generated always as identity primary key,
  id_concorso bigint not null references concorso on delete cascade,
  posizione integer not null check (posizione > 0),
  id_origine text,
  id_ufficiale text,
  id_materia bigint references materia on delete set null,
  testo text not null,
  risposte text[] not null,
  corretta smallint check (corretta between 1 and 5),
  punti integer[],
  chiave text not null check (chiave in ('ufficiale', 'redazione', 'utente', 'assente')),
  stato text not null default 'valida' check (stato in ('valida', 'contestata', 'annullata')),
  immagine text,
  alt text,
  argomenti text[],
  spiegazione text,
  fonte text,
  difficolta smallint,
  html boolean not null default false,
  -- Deferrable: a re-seed may move questions to each other's places in one statement.
  constraint domanda_posizione unique (id_concorso, posizione) deferrable initially immediate
);
create unique index domanda_origine on domanda (id_concorso, id_origine) where id_origine is not null;
create index domanda_materia on domanda (id_materia);

-- Demo packages: a fixed sample of n questions per version of a bank (D8).
create table campione (
  id_concorso bigint not null references concorso on delete cascade,
  versione text not null,
  n integer not null check (n > 0),
  pacchetto text not null,
  pacchetto_hash text not null,
  pacchetto_dimensione bigint not null,
  creato timestamptz not null default now(),
  primary key (id_concorso, versione, n)
);

create table simulazione (
  id_simulazione bigint generated always as identity primary key,
  slug text unique,
  id_concorso bigint not null references concorso on delete cascade,
  descrizione text not null,
  attiva boolean not null default true,
  data_inserimento timestamptz not null default now(),
  data_scadenza timestamptz,
  durata text not null,
  numero_domande integer not null,
  numero_download integer not null default 0,
  numero_esecuzioni integer not null default 0,
  -- Points in thousandths (D23).
  sbarramento integer,
  punteggio_risposte_corrette integer not null,
  punteggio_risposte_sbagliate integer not null,
  punteggio_non_risposte integer not null,
  materie jsonb not null default '[]',
  regole jsonb,
  estrazione bigint[]
);
create index simulazione_concorso on simulazione (id_concorso, attiva);

create table percorso (
  id_argomento bigint generated always as identity primary key,
  slug text unique,
  argomento text not null,
  descrizione text,
  premium boolean not null default false,
  albero jsonb not null default '[]',
  data_ultimo_aggiornamento timestamptz not null default now()
);

create table risorsa_aggiuntiva (
  id_concorso bigint primary key references concorso on delete cascade,
  url_facebook text,
  url_corso_online text,
  url_corso_dal_vivo text,
  url_manuale text,
  url_bus_hotel text,
  url_news text
);

-- ── What an account has and did ─────────────────────────────────────────────────────────────────────────────────────────
-- A row stays when the bank leaves the list: what was delivered in demo stays spent (D8).
create table concorso_utente (
  id_utente bigint not null references utente on delete cascade,
  id_concorso bigint not null references concorso on delete cascade,
  aggiunto timestamptz not null,
  rimosso timestamptz,
  -- Size of the demo sample delivered so far; samples are nested, so it only grows.
  consegnate integer not null default 0 check (consegnate >= 0),
  primary key (id_utente, id_concorso)
);

-- The answer record, one per person and question (spec §3, §7). Questions are not referenced: a question that leaves its bank
-- keeps the person's history (D19).
create table statistica (
  id_utente bigint not null references utente on delete cascade,
  contesto smallint not null check (contesto in (0, 1)), -- 0 concorso, 1 percorso
  id_contesto bigint not null,
  id_domanda bigint not null,
  id_materia bigint,
  id_argomento text,
  id_sotto_percorso text,
  livello_conoscenza smallint not null check (livello_conoscenza in (-99, -2, -1, 0, 1)),
  preferiti boolean not null,
  risposta_gettonata smallint check (risposta_gettonata between 1 and 5),
  modalita text[] not null default '{}',
  data_eseguita timestamptz not null,
  -- As the device wrote it, with its offset: instants decide, the text travels back unchanged.
  data_eseguita_testo text not null,
  data_livello timestamptz,
  data_preferiti timestamptz,
  data_letta timestamptz,
  data_ascoltata timestamptz,
  contatore integer not null default 0,
  -- Position in the account's own order of changes (utente.seq_sync), what a cursor asks from.
  seq bigint not null,
  ricevuta timestamptz not null default now(),
  primary key (id_utente, contesto, id_contesto, id_domanda)
);
create index statistica_cursore on statistica (id_utente, contesto, id_contesto, seq);

-- Versions that lost a merge: nothing a person did disappears silently (reliability §4.1 D4).
create table statistica_storico (
  id_utente bigint not null references utente on delete cascade,
  id_storico bigint generated always as identity,
  contesto smallint not null,
  id_contesto bigint not null,
  id_domanda bigint not null,
  record jsonb not null,
  causa text not null,
  archiviata timestamptz not null default now(),
  primary key (id_utente, id_storico)
);
