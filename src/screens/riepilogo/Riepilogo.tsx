import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import { PIU_BANCHE } from '#contract/database'
import { isFuoriConto } from '#rules/esito'
import { showGuasto } from '../../state/avvisi.ts'
import { startSeduta } from '../../state/banca.ts'
import { hrefOrigine, hrefSeduta } from '../../state/indirizzi.ts'
import { useLettura } from '../../state/lettura.ts'
import { preferenze } from '../../state/preferenze.ts'
import { type DatiRiepilogo, isDaRipassare, readRiepilogo } from '../../state/riepilogo.ts'
import { fraseErrore } from '../../text/errori.ts'
import { riepilogo as testi } from '../../text/riepilogo.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted } from '../../ui/base.tsx'
import { IconPlay, IconRepeat, IconWarn } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import { contiSeduta } from './calcolo.ts'
import { Livelli } from './Livelli.tsx'
import { Risultato } from './Risultato.tsx'
import css from './riepilogo.module.css'
import { Sbagliate } from './Sbagliate.tsx'

const PerMateria = lazy(() => import('./PerMateria.tsx'))

/** `/riepilogo?seduta=ID`: how a sitting went, per subject [RT7]; the guard lets in only from a bank or an exercise [RT24]. */
export default function Riepilogo() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const scritto = query.get('id_concorso')
  const { dati, guasto } = useLettura(readRiepilogo, id)
  const indietro = scritto === null ? '/banche-dati' : hrefOrigine(Number(scritto) || PIU_BANCHE)
  if (guasto)
    return (
      <Pagina titolo={testi.titolo} indietro={indietro}>
        <EmptyState
          tono="errore"
          icona={<IconWarn size={24} />}
          titolo={testi.errore}
          testo={fraseErrore(guasto).testo}
          azioni={
            <ButtonLink variante="primario" href={indietro}>
              {scritto !== null && !Number(scritto) ? testi.ricerca : testi.banca}
            </ButtonLink>
          }
        />
      </Pagina>
    )
  if (!dati)
    return (
      <Pagina titolo={testi.titolo} indietro={indietro}>
        <SkeletonCards />
      </Pagina>
    )
  return <Pronto dati={dati} indietro={indietro} />
}

function Pronto({ dati, indietro }: { dati: DatiRiepilogo; indietro: string }) {
  const { seduta, nome, n, righe } = dati
  const valgono = righe.filter((r) => !(r.risposta && isFuoriConto(r.domanda, r.risposta)))
  const annullate = righe.length - valgono.length
  const conti = contiSeduta(seduta.risposte, n)
  const azioni = <Azioni dati={dati} indietro={indietro} />
  return (
    <Pagina
      titolo={testi.titolo}
      indietro={indietro}
      sopra={<Muted piccolo>{testi.sopra(nome ?? testi.piu_banche, seduta.aggiornata)}</Muted>}
      lato={<div className={css.azioniLarghe}>{azioni}</div>}
    >
      <div className={css.griglia}>
        <Risultato conti={conti} annullate={annullate} n={n} />
        <Livelli risposte={seduta.risposte} />
        <div className={css.azioniStrette}>{azioni}</div>
        {valgono.length > 0 && (
          <Card aria-labelledby="per-materia" className={css.materie}>
            <div className={css.testa}>
              <h2 id="per-materia">{testi.per_materia}</h2>
              <Muted piccolo come="span">
                {righe.length === n ? testi.per_materia_nota : testi.per_materia_date}
              </Muted>
            </div>
            <Suspense fallback={null}>
              <PerMateria righe={valgono} />
            </Suspense>
          </Card>
        )}
        <Sbagliate righe={righe} />
      </div>
    </Pagina>
  )
}

/** What to do next: first what is not known yet (ui.md §3.6). */
function Azioni({ dati, indietro }: { dati: DatiRiepilogo; indietro: string }) {
  const { seduta, nome, righe, da_ripassare } = dati
  const { id_concorso, stato } = seduta
  const { avanti_da_sola, mescola } = useSnapshot(preferenze)
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  const ripassa = async () => {
    setInCorso(true)
    const filtro = { id_concorso, livelli: [-2, -1] as const }
    const sue = righe.filter((r) => isDaRipassare(r.domanda)).map((r) => r.domanda.id_domanda)
    const come =
      nome === null ? { scelte: Int32Array.from(sue), ordine: 'CASUALE' as const } : { ordine: 'ESATTE' as const }
    const esito = await startSeduta({ filtro, mescola, avanti_da_sola, ...come })
    setInCorso(false)
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showGuasto(esito.error, { riprova: () => void ripassa() })
  }
  return (
    <>
      {stato !== 'consegnata' && stato !== 'abbandonata' && (
        <ButtonLink href={hrefSeduta(seduta)} icona={<IconPlay size={20} />}>
          {testi.riprendi}
        </ButtonLink>
      )}
      <ButtonLink href={indietro} variante={da_ripassare > 0 ? 'bordo' : 'primario'}>
        {nome === null ? testi.ricerca : testi.banca}
      </ButtonLink>
      {da_ripassare > 0 && (
        <Button variante="primario" icona={<IconRepeat size={20} />} inCorso={inCorso} onClick={() => void ripassa()}>
          {da_ripassare === 1 ? testi.ripassa_una : testi.ripassa(da_ripassare)}
        </Button>
      )}
    </>
  )
}
