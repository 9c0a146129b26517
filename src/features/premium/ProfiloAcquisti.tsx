import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Acquisto } from '#contract/pagamenti'
import { call } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useRead } from '../../components/useRead.ts'
import { loadLivello } from '../../domain/livello.ts'
import { refreshUser } from '../../domain/sign-in.ts'
import { network } from '../../platform/network.ts'
import { accountFailure } from '../../session/failures.ts'
import { showError, showToast } from '../../session/notices.ts'
import { formatDate, formatEuro } from '../../text/formats.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack, type Tone } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SkeletonCards } from '../../ui/States.tsx'
import css from './premium.module.css'
import { acquistiText as texts } from './text.ts'

const readAcquisti = () => call('acquisti')

const TONES: Record<Acquisto['stato'], Tone> = {
  APERTO: 'neutro',
  PAGATO: 'ok',
  ANNULLATO: 'neutro',
  RIMBORSATO: 'avviso',
  RECESSO: 'avviso',
}

/** Receipts of the account, each with the withdrawal while its term runs (D33; Codice del consumo, art. 54-bis) [PY9][SC9]. */
export function ProfiloAcquisti() {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readAcquisti, online ? 'si' : 'no')
  const [leaving, setLeaving] = useState<Acquisto | null>(null)
  return (
    <Card aria-labelledby="acquisti">
      <Stack>
        <h2 id="acquisti">{texts.titolo}</h2>
        {dati ? (
          dati.elementi.length === 0 ? (
            <>
              <Muted>{texts.vuoto}</Muted>
              <div>
                <ButtonLink href="/premium">{texts.vai}</ButtonLink>
              </div>
            </>
          ) : (
            <div>
              {dati.elementi.map((a) => (
                <Receipt key={a.id_acquisto} acquisto={a} onWithdraw={() => setLeaving(a)} />
              ))}
            </div>
          )
        ) : !online ? (
          <Muted>{texts.offline}</Muted>
        ) : guasto ? (
          <ErrorState title={texts.errore} error={guasto} onRetry={() => void rileggi()} />
        ) : (
          <SkeletonCards count={1} />
        )}
      </Stack>
      {leaving && (
        <Withdrawal
          acquisto={leaving}
          onClose={(done) => {
            setLeaving(null)
            if (done) void rileggi()
          }}
        />
      )}
    </Card>
  )
}

function Receipt({ acquisto: a, onWithdraw }: { acquisto: Acquisto; onWithdraw: () => void }) {
  const lines: [string, string][] = [
    [texts.pagato, formatDate(a.data)],
    [texts.prezzo, formatEuro(a.prezzo)],
    ...(a.inizio && a.fine ? [[texts.periodo, texts.dal_al(a.inizio, a.fine)] as [string, string]] : []),
    ...(a.codice_promo ? [[texts.codice, a.codice_promo] as [string, string]] : []),
    [texts.rinnovo, texts.nessun_rinnovo],
  ]
  return (
    <section className={css.acquisto} aria-label={texts.numero(a.id_acquisto)}>
      <Row spread wrap>
        <h3>{texts.voce(a.mesi)}</h3>
        <Row wrap>
          {a.fornitore === 'PROVA' && <Chip tone="avviso">{texts.prova}</Chip>}
          <Chip tone={TONES[a.stato]}>{texts.stati[a.stato]}</Chip>
        </Row>
      </Row>
      <Muted small>{texts.numero(a.id_acquisto)}</Muted>
      <Facts rows={lines} />
      {a.recesso_entro !== null && (
        <>
          <Muted small>{texts.entro(a.recesso_entro)}</Muted>
          <div>
            <Button label={texts.recedi_nome(a.id_acquisto)} onClick={onWithdraw}>
              {texts.recedi}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Withdrawal in two steps, its meaning and then its confirmation. */
function Withdrawal({ acquisto: a, onClose }: { acquisto: Acquisto; onClose: (done: boolean) => void }) {
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    const result = await call('recesso', { corpo: { id_acquisto: a.id_acquisto, conferma: true } })
    setBusy(false)
    onClose(result.ok)
    if (!result.ok) return showError(accountFailure(result.error))
    showToast({ text: texts.fatto })
    void loadLivello()
    void refreshUser()
  }
  if (!sure)
    return (
      <Dialog
        title={texts.passo1_titolo}
        onClose={() => onClose(false)}
        cancel={texts.tieni}
        actions={
          <Button variant="primario" onClick={() => setSure(true)}>
            {texts.avanti}
          </Button>
        }
      >
        <p>{texts.passo1(a.prezzo)}</p>
        <p>{texts.passo1_dopo}</p>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={texts.passo2_titolo}
      no={texts.indietro}
      yes={texts.conferma}
      danger
      busy={busy}
      onNo={() => setSure(false)}
      onYes={() => void withdraw()}
    >
      {texts.passo2(a.id_acquisto)}
    </ConfirmDialog>
  )
}
