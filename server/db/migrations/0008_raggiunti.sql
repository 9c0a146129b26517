-- Where the rules only go forward: the furthest place that each session of the account has told, { "<id_sessione>": place }. What it
-- marks behind it later is not kept (docs/decisions/0031).
alter table partecipazione add column raggiunti jsonb not null default '{}';
