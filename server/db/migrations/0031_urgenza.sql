-- compatibile da: 0029
-- What nobody waits for (notices, news of a premium that ends) leaves after the mails that open a door.
alter table uscita add column urgente boolean not null default true;
create index uscita_turno on uscita (urgente desc, prossimo, id_uscita) where prossimo is not null;
drop index uscita_prossimo;
