import type { Esecutore } from '../deps.ts'
import type { BancaSeminata } from './contenuto.ts'
import { type DomandaSalvata, readDomande } from './domande.ts'
import { type BancaPronta, type Materia, takeIds, toSalvata } from './numera.ts'

/** A starter bank as it is published now. */
export type BancaPubblicata = {
  id_concorso: number
  versione: string
  pacchetto: string
  immagini: string | null
  scheda: BancaSeminata['scheda']
  materie: Materia[]
  domande: DomandaSalvata[]
}

export async function findPubblicata(q: Esecutore, slug: string): Promise<BancaPubblicata | null> {
  const { righe } = await q.query<BancaSeminata['scheda'] & Omit<BancaPubblicata, 'scheda' | 'materie' | 'domande'>>(
    `select c.id_concorso, c.versione, c.pacchetto, c.immagini, c.slug, c.concorso, e.ente, c.anno, c.profilo, c.descrizione,
       c.in_evidenza from concorso c join ente e using (id_ente) where c.slug = $1`,
    [slug],
  )
  const riga = righe[0]
  if (!riga) return null
  const { id_concorso, versione, pacchetto, immagini, ...scheda } = riga
  const materie = await q.query<Materia>(
    'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
    [id_concorso],
  )
  const domande = await readDomande(q, id_concorso)
  return { id_concorso, versione, pacchetto, immagini, scheda, materie: materie.righe, domande }
}

/**
 * The new text over the old ids: a question keeps its `id_domanda` by its stable name, so that its levels survive (D19); a
 * subject keeps its own by its name or, when only the name was corrected, by its place. `id` gives the missing ones.
 */
export function renumber(
  vecchia: BancaPubblicata,
  nuova: BancaSeminata,
  id: (tabella: 'materia' | 'domanda') => number,
): BancaPronta {
  const idDomande = new Map(vecchia.domande.map((d) => [d.id_origine, d.id_domanda]))
  const sparite = vecchia.materie.map((m) => (nuova.materie.includes(m.materia) ? null : m.id_materia))
  const materie = nuova.materie.map((materia, i) => {
    const stessa = vecchia.materie.find((m) => m.materia === materia)?.id_materia
    return { materia, id_materia: stessa ?? sparite[i] ?? id('materia') }
  })
  return {
    id_concorso: vecchia.id_concorso,
    scheda: nuova.scheda,
    materie,
    immagini: nuova.immagini,
    domande: nuova.domande.map((d, i) => toSalvata(d, i + 1, idDomande.get(d.id_origine) ?? id('domanda'), materie)),
  }
}

/** How many ids a renumbering will need, so that they can be taken before. */
export async function renumberWith(q: Esecutore, vecchia: BancaPubblicata, nuova: BancaSeminata): Promise<BancaPronta> {
  const servono = { materia: 0, domanda: 0 }
  renumber(vecchia, nuova, (tabella) => -++servono[tabella])
  const presi = {
    materia: await takeIds(q, 'materia', servono.materia),
    domanda: await takeIds(q, 'domanda', servono.domanda),
  }
  return renumber(vecchia, nuova, (tabella) => presi[tabella].shift() ?? 0)
}

const CAMPI = [
  'id_domanda',
  'posizione',
  'id_origine',
  'id_ufficiale',
  'id_materia',
  'testo',
  'risposte',
  'corretta',
  'punti',
  'chiave',
  'stato',
  'immagine',
  'alt',
  'argomenti',
  'spiegazione',
  'fonte',
  'difficolta',
  'html',
] as const satisfies (keyof DomandaSalvata)[]
const SCHEDA = ['slug', 'concorso', 'ente', 'anno', 'profilo', 'descrizione', 'in_evidenza'] as const

/** Everything that publishing would write, images apart. */
const toTesto = ({ scheda, materie, domande }: Pick<BancaPronta, 'scheda' | 'materie' | 'domande'>): string =>
  JSON.stringify([
    SCHEDA.map((c) => scheda[c]),
    materie.map((m) => [m.id_materia, m.materia]),
    domande.map((d) => CAMPI.map((c) => d[c])),
  ])

/** Whether publishing `pronta` would change nothing that a person can see. */
export const isUguale = (vecchia: BancaPubblicata, pronta: BancaPronta): boolean => toTesto(vecchia) === toTesto(pronta)
