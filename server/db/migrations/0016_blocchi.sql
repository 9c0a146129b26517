-- Where an operator's call came from is told by its block, /24 or /64: rows of before say no more than new ones.
update registro_operatore set ip = case
  when ip ~* '^(::ffff:)?\d+\.\d+\.\d+\.\d+$' then regexp_replace(ip, '^(::ffff:)?(\d+\.\d+\.\d+)\.\d+$', '\2.0/24', 'i')
  when ip ~ '^[0-9A-Fa-f:]+$' and ip like '%:%' then network(set_masklen(ip::inet, 64))::text
  else '' end
where ip !~ '/';
