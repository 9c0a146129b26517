-- Since when a sitting is paused; null while its time runs. Going on moves `fine` by what the pause lasted, so that the time used is
-- always the whole time less what is left (docs/decisions/0025).
alter table partecipazione add column in_pausa timestamptz;
