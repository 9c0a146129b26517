-- Published results of a bank's exam, counted by score, for the place that a prediction would have among them.
create table graduatoria (
  id_concorso bigint primary key references concorso on delete cascade,
  titolo text not null,
  posti integer not null,
  candidati integer not null,
  -- Thousandths of a point.
  massimo integer not null,
  oltre integer[] not null
);
