/** Act that exams cite: its short form, its date (ISO), its subject, and its urn where date and number differ from it. */
type KnownAct = { atto: string; data?: string; tema: string; urn?: string }

const CODES: readonly KnownAct[] = [
  { atto: 'Cost.', tema: 'Costituzione', urn: 'costituzione' },
  { atto: 'c.c.', tema: 'Codice civile', urn: 'regio.decreto:1942-03-16;262:2' },
  { atto: 'c.p.', tema: 'Codice penale', urn: 'regio.decreto:1930-10-19;1398:1' },
  { atto: 'c.p.c.', tema: 'Codice di procedura civile', urn: 'regio.decreto:1940-10-28;1443:1' },
  {
    atto: 'c.p.p.',
    tema: 'Codice di procedura penale',
    urn: 'decreto.del.presidente.della.repubblica:1988-09-22;447',
  },
  {
    atto: 'D.Lgs. 104/2010',
    tema: 'Codice del processo amministrativo',
    urn: 'decreto.legislativo:2010-07-02;104:2',
  },
  { atto: 'D.Lgs. 174/2016', tema: 'Codice di giustizia contabile', urn: 'decreto.legislativo:2016-08-26;174:1' },
  { atto: 'TUE', tema: 'Trattato sull’Unione europea' },
  { atto: 'TFUE', tema: 'Trattato sul funzionamento dell’Unione europea' },
  { atto: 'Carta UE', tema: 'Carta dei diritti fondamentali dell’Unione europea' },
  { atto: 'Reg. UE 2016/679', tema: 'GDPR, protezione dei dati personali' },
  { atto: 'Codice dei contratti', tema: 'Codice dei contratti pubblici', urn: 'decreto.legislativo:2023-03-31;36' },
]

const dated = (atto: string, data: string, tema: string): KnownAct => ({ atto, data, tema })
/** Dates of acts, as their titles give them: number and year do not hold the day. */
const DATED: readonly KnownAct[] = [
  dated('L. 241/1990', '1990-08-07', 'Procedimento amministrativo'),
  dated('L. 196/2009', '2009-12-31', 'Contabilità e finanza pubblica'),
  dated('L. 190/2012', '2012-11-06', 'Anticorruzione'),
  dated('L. 400/1988', '1988-08-23', 'Attività di Governo'),
  dated('L. 300/1970', '1970-05-20', 'Statuto dei lavoratori'),
  dated('L. 689/1981', '1981-11-24', 'Sanzioni amministrative'),
  dated('L. 104/1992', '1992-02-05', 'Persone con disabilità'),
  dated('L. 121/1981', '1981-04-01', 'Amministrazione della pubblica sicurezza'),
  dated('L. 833/1978', '1978-12-23', 'Servizio sanitario nazionale'),
  dated('L. 24/2017', '2017-03-08', 'Sicurezza delle cure'),
  dated('L. 56/2014', '2014-04-07', 'Città metropolitane e province'),
  dated('L. 68/1999', '1999-03-12', 'Collocamento mirato'),
  dated('L. 150/2000', '2000-06-07', 'Comunicazione pubblica'),
  dated('L. 20/1994', '1994-01-14', 'Corte dei conti'),
  dated('L. 243/2012', '2012-12-24', 'Pareggio di bilancio'),
  dated('L. 234/2012', '2012-12-24', 'Italia e Unione europea'),
  dated('L. cost. 3/2001', '2001-10-18', 'Riforma del titolo V'),
  dated('L. cost. 1/2012', '2012-04-20', 'Pareggio di bilancio in Costituzione'),
  dated('D.Lgs. 165/2001', '2001-03-30', 'Pubblico impiego'),
  dated('D.Lgs. 267/2000', '2000-08-18', 'Enti locali (TUEL)'),
  dated('D.Lgs. 82/2005', '2005-03-07', 'Amministrazione digitale (CAD)'),
  dated('D.Lgs. 36/2023', '2023-03-31', 'Codice dei contratti pubblici'),
  dated('D.Lgs. 50/2016', '2016-04-18', 'Codice dei contratti pubblici del 2016'),
  dated('D.Lgs. 196/2003', '2003-06-30', 'Codice della privacy'),
  dated('D.Lgs. 33/2013', '2013-03-14', 'Trasparenza'),
  dated('D.Lgs. 39/2013', '2013-04-08', 'Inconferibilità e incompatibilità'),
  dated('D.Lgs. 150/2009', '2009-10-27', 'Performance'),
  dated('D.Lgs. 118/2011', '2011-06-23', 'Armonizzazione contabile'),
  dated('D.Lgs. 81/2008', '2008-04-09', 'Sicurezza sul lavoro'),
  dated('D.Lgs. 300/1999', '1999-07-30', 'Organizzazione del Governo'),
  dated('D.Lgs. 303/1999', '1999-07-30', 'Presidenza del Consiglio'),
  dated('D.Lgs. 286/1998', '1998-07-25', 'Immigrazione'),
  dated('D.Lgs. 285/1992', '1992-04-30', 'Codice della strada'),
  dated('D.Lgs. 502/1992', '1992-12-30', 'Riordino sanitario'),
  dated('D.Lgs. 159/2011', '2011-09-06', 'Codice antimafia'),
  dated('D.Lgs. 231/2001', '2001-06-08', 'Responsabilità degli enti'),
  dated('D.Lgs. 198/2006', '2006-04-11', 'Pari opportunità'),
  dated('D.Lgs. 206/2005', '2005-09-06', 'Codice del consumo'),
  dated('D.Lgs. 42/2004', '2004-01-22', 'Beni culturali e paesaggio'),
  dated('D.Lgs. 152/2006', '2006-04-03', 'Ambiente'),
  dated('D.Lgs. 66/2010', '2010-03-15', 'Ordinamento militare'),
  dated('D.Lgs. 175/2016', '2016-08-19', 'Società a partecipazione pubblica'),
  dated('D.Lgs. 151/2001', '2001-03-26', 'Maternità e paternità'),
  dated('D.P.R. 445/2000', '2000-12-28', 'Documentazione amministrativa'),
  dated('D.P.R. 62/2013', '2013-04-16', 'Codice di comportamento'),
  dated('D.P.R. 184/2006', '2006-04-12', 'Accesso ai documenti'),
  dated('D.P.R. 487/1994', '1994-05-09', 'Concorsi pubblici'),
  dated('D.P.R. 380/2001', '2001-06-06', 'Edilizia'),
  dated('D.P.R. 3/1957', '1957-01-10', 'Impiegati civili dello Stato'),
  dated('D.P.R. 309/1990', '1990-10-09', 'Stupefacenti'),
  dated('D.P.R. 1199/1971', '1971-11-24', 'Ricorsi amministrativi'),
  dated('R.D. 773/1931', '1931-06-18', 'Pubblica sicurezza (TULPS)'),
  dated('D.L. 80/2021', '2021-06-09', 'Reclutamento nelle amministrazioni'),
]

const KNOWN: ReadonlyMap<string, KnownAct> = new Map([...CODES, ...DATED].map((known) => [known.atto, known]))

/** Matter of an act, in a few words; null for an act outside the table. */
export const topicOf = (atto: string): string | null => KNOWN.get(atto)?.tema ?? null

const NORMATTIVA = 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:'
const EUR_LEX = 'https://eur-lex.europa.eu/eli'
const OF_THE_UNION: Readonly<Record<string, string>> = {
  TUE: 'treaty/teu_2016/oj/ita',
  TFUE: 'treaty/tfeu_2016/oj/ita',
  'Carta UE': 'treaty/char_2016/oj/ita',
}
/** Kinds of act as an urn writes them. Decrees of a ministry have no number of their own in the State's collection. */
const URN_KINDS: Readonly<Record<string, string>> = {
  'L.': 'legge',
  'L. cost.': 'legge.costituzionale',
  'D.Lgs.': 'decreto.legislativo',
  'D.L.': 'decreto.legge',
  'D.P.R.': 'decreto.del.presidente.della.repubblica',
  'D.P.C.M.': 'decreto.del.presidente.del.consiglio.dei.ministri',
  'R.D.': 'regio.decreto',
}

/**
 * The official address of an act, or of an article of it: Normattiva for the State's, EUR-Lex for the Union's (which opens at the
 * act). `data` is the date that a text gives (ISO); the table's comes first. Null without a certain address [LN4].
 */
export function officialAddress(atto: string, { articolo, data }: { articolo?: string; data?: string | null } = {}) {
  const treaty = OF_THE_UNION[atto]
  if (treaty) return `${EUR_LEX}/${treaty}`
  const union = /^(Reg|Dir)\. UE (\d{4})\/(\d+)$/.exec(atto)
  if (union) return `${EUR_LEX}/${union[1]?.toLowerCase()}/${union[2]}/${union[3]}/oj/ita`
  const urn = urnOf(atto, data ?? null)
  if (urn === null) return null
  const plain = articolo !== undefined && /^\d+(-[a-z]+)?$/.test(articolo)
  return `${NORMATTIVA}${urn}${plain ? `~art${articolo.replace('-', '')}` : ''}`
}

function urnOf(atto: string, data: string | null): string | null {
  const known = KNOWN.get(atto)
  if (known?.urn) return known.urn
  const [, kind = '', number, year] = /^(.+) (\d+)\/(\d{4})$/.exec(atto) ?? []
  const urnKind = URN_KINDS[kind]
  if (!urnKind) return null
  return `${urnKind}:${known?.data ?? data ?? year};${number}`
}
