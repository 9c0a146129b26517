import type { CloudFigures } from '#contract/database'
import { ok, type Result } from '#contract/result'
import type { Risposta } from '#contract/schemas'
import type { CloudWinner } from '#rules/cloud'
import { newId } from '../../platform/ids.ts'
import { correctedIso } from '../../platform/server-now.ts'
import { onStore } from '../../store/on-store.ts'
import { pushWaiting, syncStatus } from '../../store/sync-status.ts'
import { fetchRisposte } from '../../sync/raccolte.ts'
import { recordChanged } from '../../sync/requests.ts'
import { showChanged } from './reset.ts'

/** State of both sides of a bank when they were read. */
export type Compared = { risposte: readonly Risposta[]; figures: CloudFigures }

/** Reads everything that the server has of a bank, and the device's figures. `onRead` receives the records read so far. */
export async function compareBanca(id_concorso: number, onRead: (n: number) => void): Promise<Result<Compared>> {
  const risposte: Risposta[] = []
  for (let cursore = 0; ; ) {
    const page = await fetchRisposte({ query: { modalita: 'ESEGUITA', id_concorso, cursore } })
    if (!page.ok) return page
    risposte.push(...page.value.risposte)
    onRead(risposte.length)
    if (page.value.cursore <= cursore) break
    cursore = page.value.cursore
  }
  const figures = await onStore((db) => db.compareCloud({ id_concorso, risposte }))
  return figures.ok ? ok({ risposte, figures: figures.value }) : figures
}

/** Outcome of an overwrite: `waiting` records are still to be sent, when the network allows it. */
export type Overwritten = { domande: number; waiting: number }

/** Writes one side over the other (spec §4). An overwrite of the cloud is durable here first, and then sent. */
export async function overwriteBanca(
  id_concorso: number,
  vince: CloudWinner,
  { risposte }: Compared,
): Promise<Result<Overwritten>> {
  const done = await onStore((db) =>
    db.overwriteBanca({ id_concorso, risposte, vince, id: newId(), at: correctedIso() }),
  )
  if (!done.ok) return done
  await showChanged(id_concorso)
  if (vince === 'cloud') return ok({ domande: done.value.domande, waiting: 0 })
  recordChanged()
  await pushWaiting()
  return ok({ domande: done.value.domande, waiting: syncStatus.waiting })
}
