-- compatibile da: 0031
-- The operator's console (decision 0151): roles of accounts, its sessions and passkeys, one audit of every act.
-- gestore, redattore or assistenza (contract/gestione/call); the command alone writes it.
alter table utente add column ruolo text;
create table sessione_gestione (
  id_sessione bigint generated always as identity primary key,
  id_utente bigint not null references utente on delete cascade,
  token_hash bytea not null unique,
  -- Hash of the secret that the page sends beside the cookie.
  hash bytea not null,
  -- Hash of the password's own hash: a session ends with the password that opened it.
  impronta bytea not null,
  creata timestamptz not null,
  ultimo_uso timestamptz not null,
  -- When the second factor was given last; null until the first time.
  confermata timestamptz,
  -- Challenge of a passkey under way.
  sfida text,
  sfida_scade timestamptz
);
create index sessione_gestione_utente on sessione_gestione (id_utente);
create table passkey (
  id_passkey text primary key,
  id_utente bigint not null references utente on delete cascade,
  chiave_pubblica bytea not null,
  contatore bigint not null,
  trasporti text[] not null,
  nome text not null,
  creata timestamptz not null,
  ultimo_uso timestamptz not null
);
create index passkey_utente on passkey (id_utente);
-- `chiamata` is the act. No reference to the account: its rows stay when it goes.
alter table registro_operatore
  add column id_gestore bigint,
  add column ruolo text,
  add column oggetto text,
  add column prima jsonb,
  add column dopo jsonb,
  add column id_richiesta text;
-- Two years (D36) less a margin for clocks: until then a row only stands.
create function tieni_registro() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.quando < now() - interval '23 months' then return old; end if;
  raise exception 'registro_operatore: append only';
end $$;
create trigger registro_operatore_tieni before update or delete on registro_operatore
  for each row execute function tieni_registro();
