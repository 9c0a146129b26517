-- Ways in that are not known to be the owner's end when the address is proved or the password is chosen anew (decision 0104).
alter table identita_social
  -- The provider had verified the account's own address, or the owner was signed in.
  add column provata boolean not null default false;
alter table utente
  -- Somebody else had registered with this address before: reading its mail says not whose the password is.
  add column contesa boolean not null default false,
  -- When the owner was last told by mail that the account has a social login and no password.
  add column accesso_avvisato timestamptz;
