import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Simulazione } from '#contract/schemi'
import { appUpdate, takeUpdate } from './app/service-worker.ts'
import { Occupato } from './Occupato.tsx'
import { stockSchermi } from './scorta.ts'
import { leaveSessione } from './state/api.ts'
import { archivio } from './state/archivio.ts'
import { sessione } from './state/credenziale.ts'
import { HREF_SQL } from './state/indirizzi.ts'
import { rete } from './state/rete.ts'
import { closeRichiesta, richiesta } from './state/richiesta-simulazione.ts'
import { sincronia } from './state/sincronia.ts'
import { data } from './text/formati.ts'
import { guscio, tipoAccount } from './text/guscio.ts'
import { Button } from './ui/Button.tsx'
import { Band } from './ui/base.tsx'
import { IconHome, IconLibrary, IconOffline, IconSearch, IconWarn } from './ui/icone.ts'
import { Struttura, SyncBadge } from './ui/Struttura.tsx'

const AvvioSimulazione = lazy(() => import('./screens/banca-dati/simulazioni/AvvioSimulazione.tsx'))

const VOCI = [
  { href: '/', testo: guscio.home, icona: <IconHome size={20} /> },
  {
    href: '/banche-dati',
    testo: guscio.banche_dati,
    icona: <IconLibrary size={20} />,
    sotto: ['/banca-dati', '/aggiungi-banca-dati', '/riepilogo', '/esercitazione/prova-personalizzata'],
  },
  { href: '/ricerca', testo: guscio.cerca, icona: <IconSearch size={20} />, sotto: [HREF_SQL] },
]
/** How often "2 minuti fa" is told anew, milliseconds. */
const OGNI_MS = 60_000

/** The clock of the badge. */
function useAdesso(): number {
  const [adesso, setAdesso] = useState(() => Date.now())
  useEffect(() => {
    const t = setInterval(() => setAdesso(Date.now()), OGNI_MS)
    return () => clearInterval(t)
  }, [])
  return adesso
}

/** Navigation, state of the synchronisation and bands around a screen. */
export default function Guscio({ percorso, children }: { percorso: string; children: ReactNode }) {
  const { credenziale, scaduta } = useSnapshot(sessione)
  const { online } = useSnapshot(rete)
  const { in_attesa, simulazioni, fase, ultima } = useSnapshot(sincronia)
  const { stato, gradino, lento } = useSnapshot(archivio)
  const { simulazione, sfida } = useSnapshot(richiesta)
  const { state: update } = useSnapshot(appUpdate)
  const adesso = useAdesso()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a screen asked for ends with it
  useEffect(() => closeRichiesta, [percorso])
  useEffect(() => {
    if (online) stockSchermi()
  }, [online])
  if (stato === 'occupato') return <Occupato />
  const utente = credenziale?.utente
  const tipo = tipoAccount[utente?.livello ?? 0]
  const scadenza = utente?.data_scadenza_premium
  return (
    <Struttura
      percorso={percorso}
      voci={VOCI}
      io={{
        nome: utente?.email_comunicazioni ?? '',
        nota: scadenza && utente.livello > 0 ? `${tipo} · ${data(scadenza)}` : tipo,
        href: '/profilo',
      }}
      stato={
        <SyncBadge
          in_attesa={in_attesa}
          simulazioni={simulazioni}
          in_corso={fase === 'in_corso'}
          ultima={ultima}
          conservato={gradino !== 'nessuno'}
          aperto={stato !== 'guasto'}
          adesso={Math.max(adesso, Date.parse(ultima ?? '') || 0)}
        />
      }
      bande={
        <>
          {gradino === 'nessuno' && <Band icona={<IconWarn size={20} />}>{guscio.niente_perche}</Band>}
          {lento && (
            <Band
              icona={<IconWarn size={20} />}
              azione={
                online && (
                  <Button misura="sm" onClick={() => location.reload()}>
                    {guscio.ricarica}
                  </Button>
                )
              }
            >
              {guscio.lento(online)}
            </Band>
          )}
          {update !== 'current' && (
            <Band
              tono="primario"
              azione={
                <Button misura="sm" onClick={takeUpdate}>
                  {guscio.update_take}
                </Button>
              }
            >
              {guscio.update_ready}
            </Band>
          )}
          {!online && <Band icona={<IconOffline size={20} />}>{guscio.offline(in_attesa)}</Band>}
          {scaduta && (
            <Band
              icona={<IconWarn size={20} />}
              azione={
                <Button misura="sm" onClick={() => leaveSessione(scaduta)}>
                  {guscio.accedi}
                </Button>
              }
            >
              {guscio.sessione_scaduta}
            </Band>
          )}
        </>
      }
    >
      {children}
      {simulazione && (
        <Suspense>
          <AvvioSimulazione simulazione={simulazione as Simulazione} sfida={sfida} onChiudi={closeRichiesta} />
        </Suspense>
      )}
    </Struttura>
  )
}
