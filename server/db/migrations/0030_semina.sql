-- compatibile da: 0029
-- Starter content that was published, by the program's version and the hash of the content (server/pacchetti/starter.ts).
create table semina (
  versione integer[] not null,
  impronta text not null,
  pubblicata timestamptz not null,
  primary key (versione, impronta)
);
