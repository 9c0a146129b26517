import { memo } from 'react'
import type { Domanda } from '#contract/database'
import { chiaveValida, posizioneGiusta } from '#rules/esito'
import { matches, parseQuery, stripHtml, type Termine, testoRicerca } from '#rules/testo'
import { esercitazione } from '../../text/esercitazione.ts'
import { numero } from '../../text/formati.ts'
import { nomeLivello } from '../../text/livelli.ts'
import { ricerca as testi } from '../../text/ricerca.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, VisuallyHidden } from '../../ui/base.tsx'
import { cx } from '../../ui/cx.ts'
import { Evidenziato, Intero } from '../../ui/Evidenziato.tsx'
import { IconCheck, IconDown, IconImage, IconSearch, IconStar } from '../../ui/icone.ts'
import { LevelGlyph } from '../../ui/Livelli.tsx'
import { Skeleton } from '../../ui/Stati.tsx'
import { useLargo } from '../../ui/useLargo.ts'
import { brano } from './brano.ts'
import css from './elenco.module.css'

/** Characters that a closed row shows of a question and of an answer: four lines and two, on a phone three and one. */
const CORTI = { largo: [240, 120], stretto: [100, 36] } as const

/** Number that a person may look the question up by, as printed by the body. */
const numeroDi = (d: Domanda): string => d.id_ufficiale ?? numero(d.indice_uff)

export type Gesti = {
  onSeleziona: (posto: number, intervallo: boolean) => void
  onEspandi: (id_domanda: number) => void
  onStella: (domanda: Domanda) => void
}

/** One hit: what it is, its text, its right answer; all the answers when it is opened. */
export const Voce = memo(function Voce({
  domanda: d,
  posto,
  query,
  banca,
  scelta,
  aperta,
  tappa,
  gesti,
}: {
  domanda: Domanda
  posto: number
  query: string
  /** Name of its bank; null where there is only one. */
  banca: string | null
  scelta: boolean
  aperta: boolean
  /** The one row of the list that Tab stops at. */
  tappa: boolean
  gesti: Gesti
}) {
  const quale = numeroDi(d)
  const livello = d.statistica.livello_conoscenza
  const preferita = d.statistica.preferiti === 1
  const tabIndex = tappa ? 0 : -1
  const bare = (testo: string) => (d.html ? stripHtml(testo) : testo)
  const [corto, cortissimo] = CORTI[useLargo() ? 'largo' : 'stretto']
  return (
    <div className={cx(css.voce, posto === 0 && css.prima, scelta && css.scelta)}>
      <label className={css.spunta}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={testi.seleziona(quale)}
          checked={scelta}
          onChange={() => undefined}
          onClick={(e) => gesti.onSeleziona(posto, e.shiftKey)}
        />
      </label>
      <p className={css.meta}>
        <span className={css.livello} title={nomeLivello(livello)}>
          <LevelGlyph livello={livello} />
          <VisuallyHidden>{`${nomeLivello(livello)}.`}</VisuallyHidden>
        </span>
        {[d.materia, testi.numero(quale), banca].filter((x) => x !== null).join(' · ')}
        {d.immagine !== null && (
          <span className={css.figura} title={testi.con_figura_nota}>
            <IconImage size={16} />
            <VisuallyHidden>{testi.con_figura_nota}</VisuallyHidden>
          </span>
        )}{' '}
        {d.stato === 'contestata' && <Chip tono="avviso">{esercitazione.contestata}</Chip>}
        {d.stato === 'annullata' && <Chip tono="avviso">{esercitazione.annullata}</Chip>}
      </p>
      <span className={cx(css.stella, preferita && css.piena)}>
        <Button
          variante="fantasma"
          misura="sm"
          quadrato
          tabIndex={tabIndex}
          etichetta={testi.preferita(quale)}
          aria-pressed={preferita}
          icona={<IconStar size={20} />}
          onClick={() => gesti.onStella(d)}
        />
      </span>
      <div className={cx(css.quesito, !aperta && css.corto)}>
        {aperta ? (
          <Intero testo={d.testo} html={d.html} query={query} />
        ) : (
          <Evidenziato testo={brano(bare(d.testo), query, corto)} query={query} />
        )}
      </div>
      <div className={cx(css.sotto, aperta && css.aperto)}>
        {aperta ? (
          <Tutte domanda={d} query={query} />
        ) : (
          <InBreve domanda={d} query={query} bare={bare} limite={cortissimo} />
        )}
      </div>
      <span className={cx(css.freccia, aperta && css.su)}>
        <Button
          variante="fantasma"
          misura="sm"
          quadrato
          tabIndex={tabIndex}
          etichetta={testi.espandi(quale)}
          aria-expanded={aperta}
          icona={<IconDown size={20} />}
          onClick={() => gesti.onEspandi(d.id_domanda)}
        />
      </span>
    </div>
  )
})

type Parti = { domanda: Domanda; query: string }

const holds = (testo: string, termine: Termine): boolean =>
  matches(testoRicerca({ testo, risposte: [] }), [termine], 'ANY')

/** The right answer, and the first of the others that holds a term that neither it nor the question does. */
function InBreve({ domanda, query, bare, limite }: Parti & { bare: (testo: string) => string; limite: number }) {
  const giusta = posizioneGiusta(chiaveValida(domanda))
  const risposte = domanda.risposte.map(bare)
  const testo = giusta === null ? undefined : risposte[giusta - 1]
  const altrove = parseQuery(query).filter((t) => !holds(bare(domanda.testo), t) && !(testo && holds(testo, t)))
  const altra = altrove.length === 0 ? undefined : risposte.find((r) => altrove.some((t) => holds(r, t)))
  return (
    <>
      {testo !== undefined && (
        <p className={css.risposta}>
          <IconCheck size={16} />
          <VisuallyHidden>{testi.giusta}</VisuallyHidden>
          <span className={css.corto}>
            <Evidenziato testo={brano(testo, query, limite)} query={query} />
          </span>
        </p>
      )}
      {altra !== undefined && (
        <p className={css.risposta}>
          <IconSearch size={16} />
          <VisuallyHidden>{testi.trovata_in}</VisuallyHidden>
          <span className={css.corto}>
            <Evidenziato testo={brano(altra, query, limite)} query={query} />
          </span>
        </p>
      )}
    </>
  )
}

/** Every answer in printed order. */
function Tutte({ domanda, query }: Parti) {
  const pubblicata = posizioneGiusta(domanda)
  const giusta = posizioneGiusta(chiaveValida(domanda))
  return (
    <>
      <ol className={css.risposte}>
        {domanda.risposte.map((testo, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the printed position is what names an answer
          <li key={i} className={cx(i + 1 === giusta && css.giusta)}>
            <span className={css.lettera} aria-hidden="true">
              {i + 1 === giusta ? <IconCheck size={16} /> : 'ABCDE'[i]}
            </span>
            <span>
              {i + 1 === giusta && <VisuallyHidden>{testi.giusta} </VisuallyHidden>}
              <Intero testo={testo} html={domanda.html} query={query} />
            </span>
          </li>
        ))}
      </ol>
      {giusta === null && (
        <p className={css.meta}>
          {pubblicata === null ? testi.senza_chiave : testi.pubblicata('ABCDE'[pubblicata - 1] ?? '')}
        </p>
      )}
    </>
  )
}

/** A hit on its way, with about its measures. */
export const VoceInArrivo = () => (
  <div className={css.voce} aria-busy="true">
    <VisuallyHidden>{testi.in_arrivo}</VisuallyHidden>
    <span className={css.spunta} />
    <Skeleton larghezza="40%" altezza={14} />
    <div className={cx(css.quesito, css.grigie)}>
      <Skeleton altezza={16} />
      <Skeleton larghezza="70%" altezza={16} />
    </div>
  </div>
)
