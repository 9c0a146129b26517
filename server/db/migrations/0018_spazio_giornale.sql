-- Bytes that an account's journal takes here (decision 0086): texts, and 200 of each row and its two index entries. Counted when events are
-- stored (server/giornale/store.ts).
alter table utente add column byte_eventi bigint not null default 0;
update utente u set byte_eventi = e.byte
from (
  select id_utente, sum(200 + octet_length(id) + octet_length(tipo) + coalesce(octet_length(chiave), 0) + coalesce(octet_length(dati), 0)
    + coalesce(octet_length(ts_client), 0) + coalesce(octet_length(versione_banca), 0) + coalesce(octet_length(dispositivo), 0)) as byte
  from evento_utente group by id_utente
) e where e.id_utente = u.id_utente;
