-- Page views by day and route, of browsers that gave the consent to statistics (D35): no account, no address, no id.
create table vista_pagina (
  giorno date not null,
  percorso text not null check (length(percorso) between 1 and 60),
  viste integer not null default 0 check (viste >= 0),
  primary key (giorno, percorso)
);
