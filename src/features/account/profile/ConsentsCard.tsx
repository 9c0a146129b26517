import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { CONSENSI_LIBERI, type Consensi } from '#contract/account'
import type { Failure } from '#contract/result'
import type { Utente } from '#contract/schemas'
import { useRead } from '../../../components/useRead.ts'
import { network } from '../../../platform/network.ts'
import { accountFailure } from '../../../session/failures.ts'
import { showError } from '../../../session/notices.ts'
import { formatDate } from '../../../text/formats.ts'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconDown } from '../../../ui/icons.ts'
import css from '../profile.module.css'
import { NotHere } from './NotHere.tsx'
import { changeProfilo, readConsensi, setConsenso } from './profile-calls.ts'
import { consentsText as texts, versionText } from './text.ts'

/** Shows notices by mail and every consent with its history; gives and withdraws the free ones [SC6][CC3][CC4]. */
export function ConsentsCard({ utente }: { utente: Utente }) {
  const { online } = useSnapshot(network)
  const { dati, guasto, rileggi } = useRead(readConsensi, online ? 'si' : 'no')
  const [busy, setBusy] = useState(false)

  const write = async (change: () => Promise<{ ok: true } | { ok: false; error: Failure }>) => {
    setBusy(true)
    const result = await change()
    if (!result.ok) showError(accountFailure(result.error), { riprova: () => void write(change) })
    await rileggi()
    setBusy(false)
  }
  const isGiven = (tipo: string) => dati?.attuali.some((c) => c.tipo === tipo && c.valore) ?? false
  return (
    <Card aria-labelledby="consensi">
      <Stack>
        <h2 id="consensi">{texts.titolo}</h2>
        <Switch
          checked={utente.flag_notifiche !== 0}
          disabled={!online}
          busy={busy}
          onChange={(e) => {
            const flag_notifiche = e.currentTarget.checked ? 1 : 0
            void write(() => changeProfilo({ flag_notifiche }))
          }}
        >
          {texts.notifiche}
        </Switch>
        <Muted small>{texts.notifiche_nota}</Muted>
        {dati ? (
          <>
            {CONSENSI_LIBERI.map((tipo) => (
              <Switch
                key={tipo}
                checked={isGiven(tipo)}
                disabled={!online}
                busy={busy}
                onChange={(e) => {
                  const given = e.currentTarget.checked
                  void write(() => setConsenso(tipo, given))
                }}
              >
                {texts.liberi[tipo]}
              </Switch>
            ))}
            <Required attuali={dati.attuali} />
            <History storia={dati.storia} />
          </>
        ) : (
          <NotHere online={online} guasto={guasto} title={texts.errore} onRetry={() => void rileggi()} />
        )}
      </Stack>
    </Card>
  )
}

/** Shows the consents that an account requires. */
function Required({ attuali }: Pick<Consensi, 'attuali'>) {
  const required = attuali.filter((c) => c.tipo === 'termini' || c.tipo === 'trattamento_email')
  return (
    <div>
      <dl className={css.dati}>
        {required.map((c) => (
          <div key={c.tipo}>
            <dt>{texts.nomi[c.tipo]}</dt>
            <dd>
              <Muted as="span" small>
                {texts.dato(c.versione_testo, formatDate(c.data))}
              </Muted>
            </dd>
          </div>
        ))}
      </dl>
      <Muted small>{texts.necessari}</Muted>
    </div>
  )
}

/** Lists every consent that was given or withdrawn, the newest first. */
function History({ storia }: Pick<Consensi, 'storia'>) {
  return (
    <details className={css.storia}>
      <summary>
        {texts.storia(storia.length)}
        <IconDown size={20} />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than a small phone */}
      <section className={css.scorre} aria-label={texts.tabella} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.quando}</th>
              <th scope="col">{texts.quale}</th>
              <th scope="col">{texts.esito}</th>
              <th scope="col">{texts.versione}</th>
            </tr>
          </thead>
          <tbody>
            {storia.map((c, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log has no ids and only grows at its head
              <tr key={i}>
                <td>{formatDate(c.data)}</td>
                <td>{texts.nomi[c.tipo]}</td>
                <td>{c.valore ? texts.si : texts.no}</td>
                <td>{versionText(c.versione_testo)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
