-- compatibile da: 0031
-- Events of the payment provider that no replica could deal with so far (OP58): deleted once one of them did.
create table evento_fallito (
  id_evento text primary key,
  tipo text not null,
  ricevuto timestamptz not null,
  motivo text not null
);
