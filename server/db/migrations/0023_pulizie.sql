-- The hourly sweep (server/sweep.ts) reads what is over by these, and no table from end to end.
create index sessione_finita on sessione (least(scade, coalesce(chiusa, scade)));
create index statistica_storico_archiviata on statistica_storico (archiviata);
create index gettone_scade on gettone (scade);
create index partecipazione_finita on partecipazione (fine) where not aperta;
create index utente_mai_verificato on utente (data_registrazione) where not email_verificata and livello = 0;
