import type { Avviso, Chiave, DomandaImportata } from '#contract/domanda'
import { resolveChiavi } from './chiave.ts'
import type { Grezza } from './grezza.ts'
import { cleanGrezze, type Pulita } from './pulizia.ts'
import { findPuntiDomanda } from './punti.ts'

/** Most answers that a question may have (D17). */
export const MAX_RISPOSTE = 5

/** Recognised questions cleaned, with their keys; `pulite[i]` is where `domande[i]` comes from. */
export type Costruite = { domande: DomandaImportata[]; pulite: Pulita[]; avvisi: Avviso[] }

export function buildDomande(grezze: readonly Grezza[], predefinita: Chiave): Costruite {
  const { pulite: tutte, avvisi } = cleanGrezze(grezze)
  const pulite = tutte.filter((pulita) => {
    const scarto = findScarto(pulita)
    if (scarto) avvisi.push({ ...scarto, riga: pulita.riga, testo: `${pulita.dove}${scarto.testo}` })
    return scarto === null
  })
  const { esiti, avvisi: diChiave } = resolveChiavi(pulite)
  const origini = new Set(pulite.map((p) => p.id_origine))
  const conOrigine = origini.size === pulite.length
  const domande = pulite.map((pulita, i): DomandaImportata => {
    const esito = esiti[i]
    const corretta = esito && 'indice' in esito ? esito.indice + 1 : null
    return {
      riga: pulita.riga,
      id_origine: conOrigine ? pulita.id_origine : null,
      id_ufficiale: pulita.numero?.trim() || null,
      materia: pulita.materia,
      testo: pulita.testo,
      risposte: pulita.risposte.map((r) => r.testo),
      corretta,
      punti: findPuntiDomanda(pulita.risposte),
      chiave: corretta === null ? 'assente' : (pulita.provenienza ?? predefinita),
      stato: pulita.stato,
      immagine: null,
      alt: pulita.alt,
      argomenti: null,
      spiegazione: pulita.spiegazione,
      fonte: pulita.fonte,
      difficolta: pulita.difficolta,
      html: pulita.html,
    }
  })
  return { domande, pulite, avvisi: [...avvisi, ...diChiave] }
}

/** What cannot be a question once it is clean. */
function findScarto({ testo, immagini, risposte }: Pulita): Pick<Avviso, 'tipo' | 'testo'> | null {
  if (testo === '' && immagini.length === 0)
    return { tipo: 'riga_scartata', testo: 'La domanda non ha testo: saltata.' }
  const piene = risposte.filter((r) => r.testo !== '')
  if (piene.length < 2) return { tipo: 'riga_scartata', testo: 'La domanda ha meno di due risposte: saltata.' }
  if (risposte.length > MAX_RISPOSTE) {
    const testo = `La domanda ha ${risposte.length} risposte e se ne ammettono ${MAX_RISPOSTE}: saltata.`
    return { tipo: 'risposte_in_piu', testo }
  }
  return null
}
