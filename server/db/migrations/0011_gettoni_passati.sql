-- Every token that a session has had before the current one: whoever shows one of them, however many rotations later, ends it.
create table sessione_token (
  hash bytea primary key,
  id_sessione bigint not null references sessione on delete cascade
);
create index sessione_token_sessione on sessione_token (id_sessione);
insert into sessione_token select token_precedente_hash, id_sessione from sessione where token_precedente_hash is not null;
