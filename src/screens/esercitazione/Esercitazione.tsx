import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { TipoSeduta } from '#contract/database'
import type { Guasto } from '#contract/result'
import type { SegmentoEsercizio } from '#rules/rotte'
import { archivio, openArchivio } from '../../state/archivio.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { closeSeduta, openSeduta, prova, type TestaSeduta } from '../../state/esercitazione.ts'
import { hrefBanca, hrefRiepilogo } from '../../state/indirizzi.ts'
import { isModo } from '../../state/modi.ts'
import { banca } from '../../text/banca.ts'
import { fraseErrore } from '../../text/errori.ts'
import { esercitazione as testi } from '../../text/esercitazione.ts'
import { guscio } from '../../text/guscio.ts'
import { useArrivo } from '../../ui/arrivo.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/base.tsx'
import { IconLibrary, IconWarn } from '../../ui/icone.ts'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import css from './esercitazione.module.css'
import { Modo } from './modi/Modo.tsx'
import { Prova } from './Prova.tsx'

/** Which sittings a segment of the address shows [EX5][RT34]; the others have no screen yet. */
const TIPI: Readonly<Record<string, readonly TipoSeduta[]>> = {
  esercitazione: ['ESERCITAZIONE', 'LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE'],
} satisfies Partial<Record<SegmentoEsercizio, readonly TipoSeduta[]>>

/** `/esercitazione/:type?seduta=ID`: a sitting, restored from the store whatever happened before [RT6][EX13]. */
export default function Esercitazione() {
  const [percorso, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const id_concorso = Number(query.get('id_concorso')) || null
  const tipi = TIPI[percorso.split('/').filter(Boolean).at(-1) ?? '']
  const { fase, guasto, seduta, stato } = useSnapshot(prova)
  const { stato: deposito } = useSnapshot(archivio)
  const altrove = deposito === 'occupato'

  useEffect(() => {
    if (tipi && !altrove) void openSeduta(id)
    return closeSeduta
  }, [id, tipi, altrove])

  const aperta = seduta as TestaSeduta | null
  const sbagliato = !tipi || (fase === 'pronta' && aperta !== null && !tipi.includes(aperta.tipo))
  const problema = sbagliato ? ({ codice: 'TIPO_ESERCITAZIONE_ERRATO' } as const) : fase === 'guasto' ? guasto : null
  const codice = problema?.codice
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once
  useEffect(() => {
    if (!problema || altrove) return
    showGuasto(problema as Guasto, {
      ...(id_concorso !== null && { banca_dati: () => navigate(hrefBanca(id_concorso), { replace: true }) }),
      banche_dati: () => navigate('/banche-dati', { replace: true }),
      riprova: () => void openSeduta(id),
    })
  }, [codice, id])
  // A sitting that was submitted has nothing to answer: its summary is what follows.
  const modo = aperta !== null && isModo(aperta.tipo)
  const consegnata = fase === 'pronta' && !sbagliato && stato === 'consegnata' && aperta !== null && !modo
  useEffect(() => {
    if (consegnata && aperta) navigate(hrefRiepilogo(aperta), { replace: true })
  }, [consegnata, aperta, navigate])

  if (altrove) return <Altrove />
  if (problema) return <Guastata guasto={problema as Guasto} id_concorso={id_concorso} />
  if (fase !== 'pronta' || !aperta || consegnata) return <Attesa />
  return modo ? <Modo seduta={aperta} /> : <Prova seduta={aperta} />
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

/** The tab that owns the store does not answer: the sitting goes on here as soon as the store is free. */
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
