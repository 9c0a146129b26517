-- Accounts, tiers, money. In every table of a person `id_utente` leads the key or is indexed, and goes with the account.

alter table utente
  -- An address that waits for its confirmation; the present one counts until then.
  add column email_nuova text check (email_nuova = lower(email_nuova)),
  -- Mails that are not about security or money: the end of a premium.
  add column flag_notifiche smallint not null default 1 check (flag_notifiche in (0, 1)),
  -- The expiry that was told already, so that it is told once.
  add column scadenza_avvisata timestamptz;

alter table consenso drop constraint consenso_tipo_check;
alter table consenso add constraint consenso_tipo_check check (tipo in
  ('termini', 'trattamento_email', 'commerciale', 'statistiche', 'condizioni_acquisto', 'esecuzione_immediata'));

alter table gettone drop constraint gettone_tipo_check;
alter table gettone add constraint gettone_tipo_check check (tipo in ('verifica', 'recupero', 'dispositivo'));
-- The device that a link lets in.
alter table gettone add column dati jsonb;

-- What has to leave this installation (mails, contacts, refunds): written in the transaction that wants it, tried until it succeeds.
create table uscita (
  id_uscita bigint generated always as identity primary key,
  id_utente bigint references utente on delete cascade,
  tipo text not null check (tipo in ('posta', 'contatto', 'rimborso')),
  carico jsonb not null,
  creata timestamptz not null,
  prossimo timestamptz,
  tentativi integer not null default 0,
  errore text
);
create index uscita_prossimo on uscita (prossimo) where prossimo is not null;
create index uscita_utente on uscita (id_utente) where id_utente is not null;

-- Who a provider says a person is. The address may change there: the subject is the identity (reliability S24).
create table identita_social (
  social text not null,
  soggetto text not null,
  id_utente bigint not null references utente on delete cascade,
  email text,
  collegata timestamptz not null,
  primary key (social, soggetto)
);
create unique index identita_social_utente on identita_social (id_utente, social);

-- A flow that a browser began; one row answers one callback.
create table accesso_social (
  stato_hash bytea primary key,
  social text not null,
  verificatore text not null,
  nonce text not null,
  legame_hash bytea not null,
  scade timestamptz not null
);

create table token_social (
  hash bytea primary key,
  social text not null,
  soggetto text not null,
  email text,
  email_verificata boolean not null,
  nome text,
  -- Hash of the cookie of the browser that began.
  legame_hash bytea not null,
  scade timestamptz not null
);

-- Purchases stay when the account goes, without it: the law asks for the amounts.
create table acquisto (
  id_acquisto bigint generated always as identity primary key,
  id_utente bigint references utente on delete set null,
  fornitore text not null check (fornitore in ('STRIPE', 'PROVA')),
  id_sessione text not null unique,
  pagamento text unique,
  durata text not null,
  mesi integer not null check (mesi > 0),
  prezzo integer not null check (prezzo > 0), -- cents
  valuta text not null default 'EUR',
  stato text not null default 'aperto' check (stato in ('aperto', 'pagato', 'annullato', 'rimborsato', 'recesso')),
  creato timestamptz not null,
  pagato timestamptz,
  -- When the tier was raised, and for which time.
  applicato timestamptz,
  inizio timestamptz,
  fine timestamptz,
  livello_prima smallint,
  scadenza_prima timestamptz,
  rimborsato timestamptz,
  codice_promo text,
  codice_affiliato text
);
create index acquisto_utente on acquisto (id_utente, creato desc);

-- Events of the payment provider that were dealt with: each works once.
create table evento_pagamento (
  id_evento text primary key,
  tipo text not null,
  ricevuto timestamptz not null
);

create table promo (
  codice text primary key check (codice ~ '^[A-Za-z0-9_-]{1,64}$'),
  titolo text not null,
  descrizione text,
  link text,
  -- Per cent off the price of premium; null: a code for the shop at `link`.
  sconto smallint check (sconto between 1 and 90),
  -- One account alone; null: everybody's.
  id_utente bigint references utente on delete cascade,
  creata timestamptz not null,
  scade timestamptz
);
create index promo_utente on promo (id_utente) where id_utente is not null;

create table richiesta_assistenza (
  id_richiesta bigint generated always as identity primary key,
  id_utente bigint references utente on delete cascade,
  email text not null,
  argomento text not null,
  testo text not null,
  creata timestamptz not null
);
create index richiesta_assistenza_utente on richiesta_assistenza (id_utente) where id_utente is not null;
create index richiesta_assistenza_creata on richiesta_assistenza (creata);

-- Calls with the operator's key (D36): who, what, when.
create table registro_operatore (
  id_riga bigint generated always as identity primary key,
  quando timestamptz not null,
  chiave text not null, -- first eight characters of the key's hash
  chiamata text not null,
  ip text not null
);
create index registro_operatore_quando on registro_operatore (quando);
create index utente_affiliato on utente (codice_affiliato) where codice_affiliato is not null;
create index utente_passaggio on utente (data_passaggio_premium) where data_passaggio_premium is not null;
create index utente_scadenza on utente (data_scadenza_premium) where data_scadenza_premium is not null;
