import { ok } from '#contract/result'
import { readRecipe } from '../importazioni/imports.ts'
import { measureInThread } from '../importazioni/threads.ts'
import { correctDomanda } from '../pacchetti/correct.ts'
import { describeHealth } from '../pacchetti/describe-health.ts'
import type { StoredDomanda } from '../pacchetti/domande.ts'
import { readHealth } from '../pacchetti/health.ts'
import { listBanche, readBancaRow } from '../pacchetti/overview.ts'
import { listVersioni, restoreVersione, setBancaStatus } from '../pacchetti/versions.ts'
import type { ConsoleHandlers } from './handler.ts'

type Calls = 'banche' | 'banca' | 'ritira_banca' | 'torna_versione' | 'salute_banca' | 'correggi_domanda'

const recorded = ({ testo, risposte, corretta, stato }: StoredDomanda) => ({ testo, risposte, corretta, stato })

/** Banks: list, versions, health and corrections. */
export const bancheHandlers: ConsoleHandlers<Calls> = {
  banche: async ({ deps, query }) => ok(await listBanche(deps, query)),
  banca: async ({ deps, query: { id_concorso } }) => {
    const banca = await readBancaRow(deps, id_concorso)
    if (!banca.ok) return banca
    const listed = await listVersioni(deps, id_concorso)
    if (!listed.ok) return listed
    const versioni = listed.value.map(({ numero_domande, pubblicata, ...v }) => ({
      ...v,
      domande: numero_domande,
      pubblicata: pubblicata.toISOString(),
    }))
    return ok({ banca: banca.value, versioni: versioni.reverse(), ricetta: await readRecipe(deps, id_concorso) })
  },
  ritira_banca: async ({ deps, body: { id_concorso, ritira }, note }) => {
    const before = await readBancaRow(deps, id_concorso)
    if (!before.ok) return before
    const stato = ritira ? 'ritirato' : 'pubblicato'
    note({ oggetto: `banca ${id_concorso}`, prima: { stato: before.value.stato }, dopo: { stato } })
    const done = await setBancaStatus(deps, id_concorso, stato)
    return done.ok ? ok(null) : done
  },
  torna_versione: async ({ deps, body: { id_concorso, numero, over, motivo }, note }) => {
    const done = await restoreVersione(deps, id_concorso, numero, {
      over,
      motivo,
      beside: async (_, { before, after }) =>
        note({
          oggetto: `banca ${id_concorso}`,
          prima: { versione: before },
          dopo: { versione: after, uguale_a: numero, motivo },
        }),
    })
    return done.ok ? ok(null) : done
  },
  salute_banca: async ({ deps, query }) => {
    const health = await readHealth(deps, query.id_concorso, measureInThread)
    return health.ok ? ok(describeHealth(health.value, query.id_domanda ?? null)) : health
  },
  correggi_domanda: ({ deps, body, note }) =>
    correctDomanda(deps, body, (before, after) =>
      note({
        oggetto: `domanda ${body.id_domanda} della banca ${body.id_concorso}`,
        prima: recorded(before),
        dopo: { ...recorded(after), motivo: body.motivo },
      }),
    ),
}
