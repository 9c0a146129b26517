import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import { useRead } from '../../components/useRead.ts'
import { livelloState, loadLivello } from '../../domain/livello.ts'
import { network } from '../../platform/network.ts'
import { session } from '../../session/session.ts'
import { Band } from '../../ui/base.tsx'
import { IconInfo } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderForm } from './OrderForm.tsx'
import { PendingPurchase } from './PendingPurchase.tsx'
import css from './premium.module.css'
import { readOffer, readTransazione } from './purchase.ts'
import { TierComparison } from './TierComparison.tsx'
import { premiumText as texts } from './text.ts'

/** Screen `/premium` shows the tier, the durations with their prices and the order, then how a payment went [RT8][SC24]. */
export default function PremiumScreen() {
  const query = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const transazione = readTransazione(query)
  if (transazione)
    return (
      <Page title={texts.titolo} back="/profilo">
        <PendingPurchase
          transazione={transazione}
          onRestart={() => navigate('/premium', { replace: true })}
          key={transazione.id_sessione}
        />
      </Page>
    )
  return <PremiumOffer cancelled={query.get('esito') === 'annullato'} />
}

function PremiumOffer({ cancelled }: { cancelled: boolean }) {
  const { online } = useSnapshot(network)
  const { stato } = useSnapshot(livelloState)
  const utente = useSnapshot(session).credentials?.utente
  const { dati, guasto, rileggi } = useRead(readOffer, online ? 'si' : 'no')
  useEffect(() => {
    if (online) void loadLivello()
  }, [online])
  if (!utente) return null
  const livello = stato?.livello ?? utente.livello
  const scadenza = stato?.data_scadenza_premium ?? utente.data_scadenza_premium
  const forever = livello === 3 && scadenza === null
  return (
    <Page title={texts.titolo} back="/profilo">
      {cancelled && <Band icon={<IconInfo size={20} />}>{texts.annullato}</Band>}
      <div className={css.colonne}>
        <TierComparison livello={livello} scadenza={scadenza} stato={stato} />
        {forever ? null : dati ? (
          dati.listino.fornitore === null || dati.listino.durate.length === 0 ? (
            <EmptyState icon={<IconInfo size={24} />} title={texts.chiuso_titolo} text={texts.chiuso_testo} />
          ) : (
            <OrderForm
              durate={dati.listino.durate}
              trial={dati.listino.fornitore === 'PROVA'}
              recessoGiorni={dati.listino.recesso_giorni}
              promo={dati.promo}
              livello={livello}
              scadenza={scadenza}
            />
          )
        ) : (
          <NotLoaded online={online} guasto={guasto} texts={texts} onRetry={() => void rileggi()} />
        )}
      </div>
    </Page>
  )
}
