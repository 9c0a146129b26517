-- The newest instant by which a server decided anything (decision 0106): one that is behind it decides nothing.
create table orologio (
  uno boolean primary key default true check (uno),
  ultima timestamptz not null
);
insert into orologio (ultima) select max(ricevuta) from statistica having max(ricevuta) is not null;
