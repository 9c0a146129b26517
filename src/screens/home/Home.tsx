import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Concorso } from '#contract/schemi'
import { useAperte } from '../../state/aperte.ts'
import { archivio } from '../../state/archivio.ts'
import { loadBanche, banche as stato, ultimaBanca } from '../../state/banche.ts'
import { catalogo, loadInEvidenza } from '../../state/catalogo.ts'
import { hrefRicerca, isProva } from '../../state/indirizzi.ts'
import { loadLivello } from '../../state/livello.ts'
import { rete } from '../../state/rete.ts'
import { sincronia } from '../../state/sincronia.ts'
import { home, banche as testiBanche } from '../../text/banche.ts'
import { stati } from '../../text/comuni.ts'
import { fraseErrore } from '../../text/errori.ts'
import { dataDiOggi } from '../../text/formati.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Muted } from '../../ui/base.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SearchField } from '../../ui/Field.tsx'
import { IconWarn } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { SkeletonCards } from '../../ui/Stati.tsx'
import { SyncBadge } from '../../ui/Struttura.tsx'
import { Continua } from './Continua.tsx'
import { DaFinire } from './DaFinire.tsx'
import { Elenco } from './Elenco.tsx'
import { Evidenza } from './Evidenza.tsx'
import css from './home.module.css'
import { Piano } from './Piano.tsx'
import { Ricerca } from './Ricerca.tsx'
import { Storia } from './Storia.tsx'
import { Tour } from './Tour.tsx'

/** A greeting without name and without gender: the profile has neither. */
const saluto = (ora: number) => home.saluti[ora < 5 ? 0 : ora < 13 ? 1 : ora < 18 ? 2 : 3]

/** `/`: go on from where you were, your banks, the featured ones, search across banks [RT1][SC11][SC12][SC13]. */
export default function Home() {
  const { elenco, fase, guasto, nascoste } = useSnapshot(stato)
  const { in_evidenza } = useSnapshot(catalogo)
  const { online } = useSnapshot(rete)
  const sincro = useSnapshot(sincronia)
  const { stato: stato_archivio } = useSnapshot(archivio)
  const [cerca, setCerca] = useState('')
  const [, navigate] = useLocation()
  const [adesso] = useState(() => new Date())
  const aperte = useAperte()
  useEffect(() => {
    void loadBanche()
  }, [])
  useEffect(() => {
    if (!online) return
    void loadLivello()
    void loadInEvidenza()
  }, [online])

  const mie = (elenco as BancaLocale[]).filter((b) => !nascoste.includes(b.id_concorso))
  const ultima = ultimaBanca(mie)
  const altre = mie.filter((b) => b !== ultima)
  const ripresa = ultima && aperte.find((a) => a.id_concorso === ultima.id_concorso)
  const prove = aperte.filter((a) => isProva(a) && a !== ripresa)
  const da_aggiungere = (in_evidenza as Concorso[]).filter((c) => !mie.some((b) => b.id_concorso === c.id_concorso))
  return (
    <Pagina
      titolo={saluto(adesso.getHours()) ?? home.titolo}
      sopra={<Muted>{dataDiOggi(adesso)}</Muted>}
      barra={
        <SyncBadge
          compatto
          in_attesa={sincro.in_attesa}
          simulazioni={sincro.simulazioni}
          in_corso={sincro.fase === 'in_corso'}
          ultima={sincro.ultima}
          aperto={stato_archivio !== 'guasto'}
          adesso={adesso.getTime()}
        />
      }
      lato={
        <search>
          <SearchField
            etichetta={home.cerca}
            placeholder={home.cerca}
            value={cerca}
            maxLength={200}
            enterKeyHint="search"
            onCerca={setCerca}
            onKeyDown={(e) => {
              if (e.key === 'Enter' && cerca.trim() !== '')
                navigate(hrefRicerca(new URLSearchParams({ parole: cerca.trim() }).toString()))
            }}
          />
        </search>
      }
    >
      {cerca.trim() !== '' ? (
        <Ricerca testo={cerca.trim()} mie={mie} />
      ) : fase === 'guasto' && guasto && elenco.length === 0 ? (
        <ErrorState titolo={testiBanche.errore} guasto={guasto} onRiprova={() => void loadBanche()} />
      ) : fase === 'mai' ? (
        <SkeletonCards quante={2} />
      ) : (
        <div className={css.griglia}>
          {fase === 'guasto' && guasto && <NonAperto guasto={guasto as Failure} online={online} />}
          {ultima ? <Continua banca={ultima} seduta={ripresa ?? undefined} /> : <Tour senzaBanche={mie.length === 0} />}
          <Piano banche={mie} />
          {prove.length > 0 && <DaFinire prove={prove} />}
          {altre.length > 0 && <Elenco banche={altre} />}
          {da_aggiungere.length > 0 && <Evidenza concorsi={da_aggiungere} largo={altre.length === 0} />}
          <Storia />
        </div>
      )}
    </Pagina>
  )
}

/**
 * What is on the screen is a picture of the last visit: the store behind it did not open. With a network the page is asked for again
 * whole, its code may be that of another version; without one it would not come back.
 */
const NonAperto = ({ guasto, online }: { guasto: Failure; online: boolean }) => (
  <div className={css.avviso}>
    <Band
      icona={<IconWarn size={20} />}
      azione={
        <Button misura="sm" onClick={() => (online ? location.reload() : void loadBanche())}>
          {stati.riprova}
        </Button>
      }
    >
      {fraseErrore(guasto).testo}
    </Band>
  </div>
)
