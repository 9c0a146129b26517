-- Sittings under way (decision 0087): the versions of one are found when it has ended, to go with it.
create index evento_utente_aperte on evento_utente (id_utente, chiave) where tipo = 'APERTA';
