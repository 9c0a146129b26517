import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasProgress, overwriteStatistica, sameProgress } from '#rules/cloud'
import { parseIso } from '#rules/dates'
import { mergeRisposta, mergeStatistica } from '#rules/merge'
import { needsSync, type RispostaRecord, type Statistica, toRisposta } from '#rules/statistica'
import { arbMossa, arbRisposta, IDENTITA, nuova } from './arbitraries.ts'
import { move } from './moves.ts'

const AT = '2026-11-26T10:00:00.000+01:00'
/** What the person would see of a record; a question never touched has nothing. */
const seen = (r: RispostaRecord | null) =>
  r
    ? [r.livello_conoscenza, r.preferiti, r.risposta_gettonata ?? null, r.modalita[0] ?? null]
    : [-99, false, null, null]
const shown = (stat: Statistica | null) =>
  stat
    ? [stat.livello_conoscenza, stat.preferiti === 1, stat.risposta_gettonata, stat.modalita]
    : [-99, false, null, null]

const arbLocale = fc.option(
  fc.tuple(fc.array(arbMossa, { minLength: 1, maxLength: 4 }), fc.boolean()).map(([mosse, synced]) => {
    const stat = mosse.reduce(move, nuova())
    return synced
      ? { ...stat, sincronizzata: 1 as const, isLevelUpdated: 0 as const, isPreferitiUpdated: 0 as const }
      : stat
  }),
)
const arbSides = fc.record({ locale: arbLocale, remota: fc.option(arbRisposta) })

describe('one side of the cloud over the other [SY8]', () => {
  it('the cloud wins: the device has what the cloud has, and nothing of it waits', () =>
    fc.assert(
      fc.property(arbSides, ({ locale, remota }) => {
        const { next, lost, changes } = overwriteStatistica({ locale, remota, base: IDENTITA }, 'cloud', AT)
        const after = next ?? locale
        expect(shown(after)).toEqual(hasProgress(after ?? nuova()) || remota ? seen(remota) : shown(after))
        expect(after && needsSync(after)).not.toBe(true)
        expect(changes).toBe(
          String(shown(locale)) !== String(shown(after)) && !sameProgress(locale ?? nuova(), after ?? nuova()),
        )
        expect(lost !== null).toBe(changes && hasProgress(locale ?? nuova()))
      }),
    ))

  it('the device wins: once sent, the server and every device that pulls have what it has', () =>
    fc.assert(
      fc.property(arbSides, arbRisposta, ({ locale, remota }, held) => {
        const { next, lost } = overwriteStatistica({ locale, remota, base: IDENTITA }, 'dispositivo', AT)
        expect(shown(next ?? locale)).toEqual(shown(locale))
        const sends =
          (next ?? locale) && needsSync((next ?? locale) as Statistica)
            ? toRisposta((next ?? locale) as Statistica)
            : null
        const server = sends && remota ? mergeRisposta(remota, sends) : (sends ?? remota)
        if (next && remota) {
          expect(seen(server)).toEqual(shown(locale))
          // Another device, in step with the server before.
          const other = mergeStatistica(null, held, { forzato: true, base: IDENTITA })
          expect(shown(mergeStatistica(other, server as RispostaRecord, { base: IDENTITA }))).toEqual(shown(locale))
          expect(parseIso(next.data_eseguita as string)).toBeGreaterThanOrEqual(parseIso(AT) as number)
        }
        if (lost) expect([lost.livello_conoscenza, lost.preferiti === 1]).toEqual(seen(remota).slice(0, 2))
      }),
    ))

  it('equal sides change nothing', () => {
    const remota: RispostaRecord = {
      id_concorso: 7,
      id_domanda: 70,
      livello_conoscenza: 1,
      data_eseguita: AT,
      preferiti: true,
      modalita: ['ESEGUITA'],
      risposta_gettonata: 4,
    }
    const locale = mergeStatistica(null, remota, { forzato: true, base: IDENTITA })
    for (const winner of ['cloud', 'dispositivo'] as const)
      expect(overwriteStatistica({ locale, remota, base: IDENTITA }, winner, AT)).toMatchObject({
        lost: null,
        changes: false,
      })
  })
})
