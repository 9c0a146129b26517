import { useSnapshot } from 'valtio'
import type { Concorso } from '#contract/schemi'
import { banche } from '../../state/banche.ts'
import { type FiltroCatalogo, loadAltre, catalogo as stato } from '../../state/catalogo.ts'
import { catalogo as testi } from '../../text/banche.ts'
import { domande } from '../../text/formati.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Chip, Muted } from '../../ui/base.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconCheck, IconLibrary, IconPlus } from '../../ui/icone.ts'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import { VoceBanca } from '../../ui/VoceBanca.tsx'
import css from './aggiungi.module.css'

const isVuoto = (f: FiltroCatalogo) =>
  f.id_ente === null && f.profilo === null && f.anno === null && f.search.trim() === ''

/** Featured banks first while nothing is asked, then every bank page by page. */
export function Risultati({
  filtro,
  onScegli,
  onRiprova,
  onAzzera,
}: {
  filtro: FiltroCatalogo
  onScegli: (c: Concorso) => void
  onRiprova: () => void
  onAzzera: () => void
}) {
  const { elementi, totale, in_evidenza, fase, guasto, altre_in_arrivo } = useSnapshot(stato)
  const mie = new Set(useSnapshot(banche).elenco.map((b) => b.id_concorso))
  const voce = (c: Concorso) => (
    <VoceBanca
      key={c.id_concorso}
      titolo={c.concorso}
      sotto={[c.ente.ente, c.anno, c.profilo, domande(c.numero_domande)].filter((x) => x !== null).join(' · ')}
      destra={
        mie.has(c.id_concorso) ? (
          <Chip tono="ok" icona={<IconCheck size={16} />}>
            {testi.tua}
          </Chip>
        ) : (
          <Button
            variante="tenue"
            misura="sm"
            etichetta={testi.aggiungi_nome(c.concorso)}
            icona={<IconPlus size={16} />}
            onClick={() => onScegli(c)}
          >
            {testi.aggiungi}
          </Button>
        )
      }
    />
  )
  if (fase === 'guasto' && guasto) return <ErrorState titolo={testi.errore} guasto={guasto} onRiprova={onRiprova} />
  if (fase !== 'pronto') return <SkeletonCards />
  if (totale === 0)
    return (
      <EmptyState
        icona={<IconLibrary size={24} />}
        titolo={isVuoto(filtro) ? testi.catalogo_vuoto_titolo : testi.vuoto_titolo}
        testo={isVuoto(filtro) ? testi.catalogo_vuoto_testo : testi.vuoto_testo}
        {...(!isVuoto(filtro) && { azioni: <Button onClick={onAzzera}>{testi.azzera}</Button> })}
      />
    )
  const evidenza = isVuoto(filtro) ? (in_evidenza as Concorso[]) : []
  const resto = (elementi as Concorso[]).filter((c) => !evidenza.some((e) => e.id_concorso === c.id_concorso))
  const mancano = totale - elementi.length
  return (
    <div className={css.griglia}>
      {evidenza.length > 0 && (
        <Card aria-labelledby="evidenza">
          <div className={css.testa}>
            <h2 id="evidenza">{testi.evidenza}</h2>
          </div>
          <div>{evidenza.map(voce)}</div>
        </Card>
      )}
      {(resto.length > 0 || mancano > 0) && (
        <Card aria-labelledby="tutte">
          <div className={css.testa}>
            <h2 id="tutte">{testi.tutte}</h2>
            <Muted piccolo role="status">
              {testi.trovate(totale)}
            </Muted>
          </div>
          <div>{resto.map(voce)}</div>
          {mancano > 0 && (
            <div className={css.altre}>
              <Button inCorso={altre_in_arrivo} onClick={() => void loadAltre()}>
                {testi.altre(mancano)}
              </Button>
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
