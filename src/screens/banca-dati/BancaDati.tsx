import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale, SedutaInBreve } from '#contract/database'
import type { Failure } from '#contract/result'
import { comandiAperte } from '../../state/aperte.ts'
import { showGuasto } from '../../state/avvisi.ts'
import { dettaglio, enterBanca } from '../../state/banca.ts'
import { banche } from '../../state/banche.ts'
import { hrefAggiungi } from '../../state/indirizzi.ts'
import { banca as testi } from '../../text/banca.ts'
import { catalogo } from '../../text/banche.ts'
import { stati } from '../../text/comuni.ts'
import { fraseErrore } from '../../text/errori.ts'
import { data } from '../../text/formati.ts'
import { Aperte } from '../../ui/Aperte.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../ui/base.tsx'
import { IconDownload, IconPlus, IconQuestions, IconRetry, IconUpdate, IconWarn } from '../../ui/icone.ts'
import { Pagina } from '../../ui/Pagina.tsx'
import { EmptyState, SkeletonCards } from '../../ui/Stati.tsx'
import css from './banca.module.css'
import { Disponibilita } from './Disponibilita.tsx'
import { Esercitati } from './Esercitati.tsx'
import { Prove } from './Prove.tsx'
import { Storia } from './Storia.tsx'
import { Simulazioni } from './simulazioni/Simulazioni.tsx'

/** Failures that asking again cannot change. */
const SENZA_RIMEDIO: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NON_TUO'])

/** `/banca-dati?id_concorso=N`: how a bank is known and every setting of an exercise on it [RT4]. */
export default function BancaDati() {
  const chiesto = new URLSearchParams(useSearch()).get('id_concorso') ?? ''
  const id_concorso = /^[1-9]\d{0,14}$/.test(chiesto) ? Number(chiesto) : null
  const { fase, guasto, id_concorso: letto } = useSnapshot(dettaglio)
  const { elenco } = useSnapshot(banche)
  useEffect(() => {
    void enterBanca(id_concorso)
  }, [id_concorso])
  const [, navigate] = useLocation()
  useEffect(() => {
    if (fase === 'guasto' && guasto)
      showGuasto(guasto as Failure, { banche_dati: () => navigate('/banche-dati', { replace: true }) })
  }, [fase, guasto, navigate])
  const banca = (elenco as BancaLocale[]).find((b) => b.id_concorso === id_concorso)

  if (letto === id_concorso && fase === 'guasto' && guasto)
    return (
      <Pagina titolo={testi.titolo} indietro="/banche-dati">
        <EmptyState
          tono="errore"
          icona={<IconWarn size={24} />}
          titolo={testi.errore}
          testo={fraseErrore(guasto).testo}
          azioni={
            <>
              {id_concorso !== null && guasto.codice === 'CONCORSO_NON_TUO' && (
                <ButtonLink variante="primario" href={hrefAggiungi(id_concorso)} icona={<IconPlus size={20} />}>
                  {catalogo.aggiungi}
                </ButtonLink>
              )}
              <ButtonLink variante={guasto.codice === 'CONCORSO_NON_TUO' ? 'bordo' : 'primario'} href="/banche-dati">
                {testi.elenco}
              </ButtonLink>
              {!SENZA_RIMEDIO.has(guasto.codice) && (
                <Button icona={<IconRetry size={20} />} onClick={() => void enterBanca(id_concorso)}>
                  {stati.riprova}
                </Button>
              )}
            </>
          }
        />
      </Pagina>
    )
  if (letto !== id_concorso || fase !== 'pronta' || !banca)
    return (
      <Pagina titolo={banca?.concorso ?? testi.titolo} indietro="/banche-dati">
        <SkeletonCards />
      </Pagina>
    )
  return <Pronta key={banca.id_concorso} banca={banca} />
}

function Pronta({ banca }: { banca: BancaLocale }) {
  const { n_domande, n_domande_totali, stato } = banca
  const parziale = n_domande > 0 && n_domande < n_domande_totali
  return (
    <Pagina
      titolo={banca.concorso}
      indietro="/banche-dati"
      sopra={<Muted piccolo>{[banca.ente, banca.anno].filter((x) => x !== null).join(' · ')}</Muted>}
      sotto={
        <Row a_capo>
          <Chip icona={<IconQuestions size={16} />}>
            {parziale ? testi.parziale(n_domande, n_domande_totali) : testi.domande(n_domande_totali)}
          </Chip>
          {n_domande > 0 && (
            <Chip tono="ok" icona={<IconDownload size={16} />}>
              {testi.offline}
            </Chip>
          )}
          {stato === 3 && (
            <Chip tono="primario" icona={<IconUpdate size={16} />}>
              {testi.aggiornamento}
            </Chip>
          )}
          <span className={css.largo}>
            <Chip>{testi.aggiornata(data(banca.data_ultimo_aggiornamento))}</Chip>
          </span>
        </Row>
      }
    >
      <Disponibilita banca={banca} />
      {n_domande > 0 && (
        <>
          <Lasciate />
          <Prove id_concorso={banca.id_concorso} />
          <Esercitati banca={banca} />
          <Simulazioni id_concorso={banca.id_concorso} />
        </>
      )}
      <Storia id_concorso={banca.id_concorso} />
    </Pagina>
  )
}

/** The sittings left open on this bank. */
function Lasciate() {
  const { aperte } = useSnapshot(dettaglio)
  const [, navigate] = useLocation()
  return <Aperte aperte={aperte as readonly SedutaInBreve[]} {...comandiAperte(navigate)} />
}
