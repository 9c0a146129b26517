-- Remote resets of an account, newest of each scope (decision 0081): an answer from before one of them, which a device sends later, is
-- reset too. On the account's row, so that whoever holds its lock sees the last one.
alter table utente add column azzeramenti jsonb not null default '[]';
