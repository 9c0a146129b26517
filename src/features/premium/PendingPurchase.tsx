import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { EsitoTransazione } from '#contract/pagamenti'
import type { Failure } from '#contract/result'
import { isLongPending, pendingWait } from '#rules/premium'
import { isPropria } from '#rules/raccolta'
import { ErrorState } from '../../components/ErrorState.tsx'
import { bancheState, loadBanche } from '../../domain/banche-state.ts'
import { downloadBanca } from '../../domain/downloads.ts'
import { hrefProfilo } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { showError } from '../../session/notices.ts'
import { session } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Muted, Spinner } from '../../ui/base.tsx'
import { IconDownload, IconInfo, IconPremium, IconRetry, IconWarn } from '../../ui/icons.ts'
import { EmptyState } from '../../ui/States.tsx'
import { checkPurchase, type Transazione } from './purchase.ts'
import { premiumText as texts } from './text.ts'

/** Returns the banks of which this device has only a part. */
const inPart = (list: readonly BancaLocale[]) =>
  list.filter((b) => !isPropria(b.id_concorso) && b.n_domande > 0 && b.n_domande < b.n_domande_totali)

/** Offers in one tap the questions that the demo left out of the banks here; empty when none is missing. */
function MissingDomande() {
  const partial = inPart(useSnapshot(bancheState).list as BancaLocale[])
  const { online } = useSnapshot(network)
  const [stage, setStage] = useState<'mai' | 'scarico' | 'fatto'>('mai')
  useEffect(() => void loadBanche(), [])
  const download = async () => {
    setStage('scarico')
    for (const b of partial) {
      const result = await downloadBanca(b.id_concorso, b.concorso)
      if (result.ok) continue
      setStage('mai')
      if (result.error.codice !== 'DOWNLOAD_ANNULLATO') showError(result.error, { riprova: () => void download() })
      return
    }
    setStage('fatto')
  }
  const missing = partial.reduce((sum, b) => sum + b.n_domande_totali - b.n_domande, 0)
  if (stage !== 'mai') return <p role="status">{stage === 'fatto' ? texts.scaricate : texts.scarico}</p>
  if (missing === 0) return null
  return (
    <Button variant="primario" icon={<IconDownload size={20} />} disabled={!online} onClick={() => void download()}>
      {texts.scarica_mancanti(missing)}
    </Button>
  )
}

/** Error codes that no later check changes. */
const FINAL: readonly string[] = ['TRANSAZIONE_NON_TROVATA', 'RICHIESTA_NON_VALIDA']

/** Checks a purchase at once and then by itself, until the account reflects it or the check fails for good [PY2]. */
function usePurchase(transazione: Transazione) {
  const [stato, setStato] = useState<EsitoTransazione['stato']>('IN_ATTESA')
  const [error, setError] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const alive = useRef(true)
  const { online } = useSnapshot(network)
  const key = `${transazione.fornitore} ${transazione.id_sessione}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the purchase is its two names
  const ask = useCallback(async () => {
    setBusy(true)
    const result = await checkPurchase(transazione)
    if (!alive.current) return
    setBusy(false)
    setError(result.ok || !FINAL.includes(result.error.codice) ? null : result.error)
    if (result.ok) setStato(result.value)
    setAttempt((n) => n + 1)
  }, [key])
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const over = error !== null || stato === 'APPLICATA' || stato === 'ANNULLATA' || stato === 'RESTITUITA'
  useEffect(() => {
    if (over || !online) return
    const t = setTimeout(() => void ask(), attempt === 0 ? 0 : pendingWait(attempt))
    return () => clearTimeout(t)
  }, [over, online, attempt, ask])
  return { stato, error, attempt, busy, ask }
}

/** Page after the checkout, pending until the account reflects the purchase, then with its outcome [EB11]. */
export function PendingPurchase({ transazione, onRestart }: { transazione: Transazione; onRestart: () => void }) {
  const { stato, error, attempt, busy, ask } = usePurchase(transazione)
  const scadenza = useSnapshot(session).credentials?.utente.data_scadenza_premium ?? null
  if (error) return <ErrorState title={texts.errore_attesa} error={error} onRetry={() => void ask()} />
  if (stato === 'APPLICATA')
    return (
      <div role="status">
        <EmptyState
          icon={<IconPremium size={24} />}
          title={texts.attivo_titolo}
          text={
            <>
              {texts.attivo_testo(scadenza)} {texts.ricevuta}
            </>
          }
          actions={
            <>
              <MissingDomande />
              <ButtonLink href="/banche-dati">{texts.banche}</ButtonLink>
              <ButtonLink href={hrefProfilo('account')}>{texts.ricevute}</ButtonLink>
            </>
          }
        />
      </div>
    )
  if (stato === 'RESTITUITA')
    return (
      <EmptyState
        icon={<IconInfo size={24} />}
        title={texts.restituito_titolo}
        text={texts.restituito_testo}
        actions={
          <>
            <ButtonLink variant="primario" href={hrefProfilo('account')}>
              {texts.ricevute}
            </ButtonLink>
            <Button onClick={onRestart}>{texts.ricomincia}</Button>
          </>
        }
      />
    )
  if (stato === 'ANNULLATA')
    return (
      <EmptyState
        tone="errore"
        icon={<IconWarn size={24} />}
        title={texts.fallito_titolo}
        text={texts.fallito_testo}
        actions={
          <Button variant="primario" onClick={onRestart}>
            {texts.ricomincia}
          </Button>
        }
      />
    )
  return (
    <div role="status">
      <EmptyState
        icon={<Spinner />}
        title={texts.attesa_titolo}
        text={isLongPending(attempt) ? texts.attesa_lunga : texts.attesa_testo}
        actions={
          <>
            <Button icon={<IconRetry size={20} />} busy={busy} onClick={() => void ask()}>
              {texts.aggiorna}
            </Button>
            <Muted small>{texts.attesa_chiudi}</Muted>
          </>
        }
      />
    </div>
  )
}
