-- Who studies a bank, from the bank: the crowd's answers to a question (docs/decisions/0023) are read account by account by the
-- primary key of `statistica`, which keeps no index that its bulk upsert would have to write.
create index concorso_utente_concorso on concorso_utente (id_concorso, id_utente);
