-- The demo allowance counts distinct questions (D8). A number per bank would count again the questions of a sample that a new
-- version of the bank moves; the ids themselves, at most as many as the allowance, cannot be wrong.
alter table concorso_utente add column domande_consegnate bigint[] not null default '{}';
alter table concorso_utente drop column consegnate;
