-- compatibile da: 0031
-- Doubtful questions of a reading (OP56), as the file has them and as they were understood, and what was chosen of each by its place.
alter table importazione
  add column dubbie jsonb,
  add column scelte_dubbie jsonb not null default '{}';
