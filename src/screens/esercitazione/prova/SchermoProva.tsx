import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { Guasto } from '#contract/result'
import { archivio, openArchivio } from '../../../state/archivio.ts'
import { showGuasto } from '../../../state/avvisi.ts'
import { followSimulazione } from '../../../state/bozza-simulazione.ts'
import { hrefBanca, hrefRisultati, hrefSeduta } from '../../../state/indirizzi.ts'
import { closeProva, openProva, prova, type TestaProva } from '../../../state/prova.ts'
import { banca } from '../../../text/banca.ts'
import { fraseErrore } from '../../../text/errori.ts'
import { guscio } from '../../../text/guscio.ts'
import { prova as testi } from '../../../text/prova.ts'
import { useArrivo } from '../../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/base.tsx'
import { IconLibrary, IconWarn } from '../../../ui/icone.ts'
import { EmptyState, SkeletonCards } from '../../../ui/Stati.tsx'
import { InProva } from './InProva.tsx'
import css from './prova.module.css'

/** `/esercitazione/prova-personalizzata?seduta=ID` and `/esercitazione/sfida?seduta=ID`: a trial, restored whatever happened (D21, D25). */
export default function SchermoProva() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  const { fase, guasto, testa, stato } = useSnapshot(prova)
  const altrove = useSnapshot(archivio).stato === 'occupato'
  useEffect(() => {
    if (!altrove) void openProva(id)
    return closeProva
  }, [id, altrove])

  useEffect(followSimulazione, [])

  // The network may be gone at delivery: what shows the result is fetched while the trial begins.
  useEffect(() => {
    const loads = [import('../risultati/Risultati.tsx'), import('../risultati/PerMateria.tsx')]
    void Promise.all(loads).catch(() => undefined)
  }, [])

  const aperta = testa as TestaProva | null
  const problema = fase === 'guasto' ? (guasto as Guasto) : null
  const codice = problema?.codice
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once
  useEffect(() => {
    if (!problema || altrove) return
    showGuasto(problema, {
      ...(id_concorso !== null && { banca_dati: () => navigate(hrefBanca(id_concorso), { replace: true }) }),
      banche_dati: () => navigate('/banche-dati', { replace: true }),
      riprova: () => void openProva(id),
    })
  }, [codice, id])
  // What was delivered has nothing to answer: its result is what follows. A trial under the other's address goes to its own.
  const verso =
    fase !== 'pronta' || aperta === null
      ? null
      : stato === 'consegnata'
        ? hrefRisultati(aperta)
        : hrefSeduta(aperta).startsWith(`${percorso}?`)
          ? null
          : hrefSeduta(aperta)
  useEffect(() => {
    if (verso !== null) navigate(verso, { replace: true })
  }, [verso, navigate])

  if (altrove) return <Altrove />
  if (problema) return <Guastata guasto={problema} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !aperta || verso !== null) return <Attesa />
  return <InProva testa={aperta} />
}

function Attesa() {
  const rif = useArrivo<HTMLElement>(testi.titolo)
  return (
    <main className={css.sola} tabIndex={-1} ref={rif}>
      <VisuallyHidden>
        <h1>{testi.titolo}</h1>
      </VisuallyHidden>
      <SkeletonCards quante={4} etichetta={testi.caricamento} />
    </main>
  )
}

/** The tab that owns the store does not answer: the trial goes on here as soon as the store is free. */
function Altrove() {
  const rif = useArrivo<HTMLElement>(guscio.occupato_titolo)
  return (
    <main className={css.sola} tabIndex={-1} ref={rif}>
      <EmptyState
        icona={<IconLibrary size={24} />}
        titolo={guscio.occupato_titolo}
        testo={guscio.occupato_testo}
        azioni={
          <Button variante="primario" onClick={() => void openArchivio()}>
            {guscio.occupato_azione}
          </Button>
        }
      />
    </main>
  )
}

function Guastata({ guasto, id_concorso }: { guasto: Guasto; id_concorso: number | null }) {
  const rif = useArrivo<HTMLElement>(testi.titolo)
  return (
    <main className={css.sola} tabIndex={-1} ref={rif}>
      <VisuallyHidden>
        <h1>{testi.titolo}</h1>
      </VisuallyHidden>
      <EmptyState
        tono="errore"
        icona={<IconWarn size={24} />}
        titolo={testi.errore}
        testo={fraseErrore(guasto).testo}
        azioni={
          <>
            {id_concorso !== null && (
              <ButtonLink variante="primario" href={hrefBanca(id_concorso)}>
                {banca.titolo}
              </ButtonLink>
            )}
            <ButtonLink href="/banche-dati">{banca.elenco}</ButtonLink>
          </>
        }
      />
    </main>
  )
}
