import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Esame } from '#rules/esame'
import { factsOf } from '#rules/istruzioni'
import { MODELLI } from '#rules/regolamento/modelli'
import { examOf } from '../../domain/exam-rules.ts'
import { extraTime } from '../../domain/extra-time.ts'
import { settings } from '../../domain/settings.ts'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { spokenTime } from '../../text/formats.ts'
import { OWN_RULES } from '../../text/previsione.ts'
import { vigiliaText as texts } from '../../text/vigilia.ts'
import { Muted } from '../../ui/base.tsx'
import { Facts } from '../../ui/CardHead.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { BreakEvenLine } from '../dopo/Coach.tsx'
import { Cose } from './Cose.tsx'
import css from './vigilia.module.css'

/**
 * Dialog of the instructions of a bank's exam, the things to bring, the scoring by its own rules and the conduct in the room
 * [FG8].
 */
export default function InstructionsDialog({ banca, onClose }: { banca: BancaLocale; onClose: () => void }) {
  const { percent } = useSnapshot(extraTime)
  return (
    <Dialog title={texts.titolo} onClose={onClose}>
      <div className={css.parti}>
        <Part title={texts.prepara}>
          <Cose id_concorso={banca.id_concorso} day={readStudyPlan().prove[banca.id_concorso] ?? null} />
        </Part>
        <Part title={texts.regole}>
          <Rules banca={banca} percent={percent} />
        </Part>
        <Part title={texts.aula}>
          <ul className={css.consigli}>
            {texts.consigli.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Part>
      </div>
    </Dialog>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.parte}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** Numbers of the exam's own rules; the call has the rest. */
function Rules({ banca: { id_concorso, concorso, ente }, percent }: { banca: BancaLocale; percent: number }) {
  const { heard } = useSnapshot(settings)
  const [esame, setEsame] = useState<Esame | null | undefined>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device may have chosen other rules
  useEffect(() => {
    let current = true
    void examOf({ id_concorso, concorso, ente }).then((known) => current && setEsame(known))
    return () => {
      current = false
    }
  }, [id_concorso, concorso, ente, heard])
  if (esame === undefined) return null
  if (esame === null) return <p>{texts.ignote}</p>
  const modello = MODELLI.find((m) => m.nome === esame.fonte)
  const ignoti = modello?.non_indicati
  const graded = (modello?.regole.sezioni ?? []).filter((s) => s.punti?.tipo === 'per_risposta')
  const facts = factsOf(esame, { extra: percent, ignoti, proprie: esame.fonte === OWN_RULES })
  const rows: [string, string][] = [
    [texts.domande, texts.domande_valore(facts.domande)],
    [texts.tempo, texts.tempo_valore(facts, percent)],
    ...(facts.a_domanda === null ? [] : [[texts.a_domanda, spokenTime(facts.a_domanda)] as [string, string]]),
    [texts.corretta, texts.punti(facts.corretta)],
    [texts.errata, texts.punti(facts.errata)],
    [texts.omessa, texts.punti(facts.omessa)],
    [texts.soglia, texts.soglia_valore(facts)],
    ...graded.map((s): [string, string] => [s.nome, texts.per_risposta(s.domande ?? 0)]),
    ...(facts.multipla ? [[texts.doppia, texts.doppia_valore] as [string, string]] : []),
  ]
  return (
    <>
      <Facts className={css.fatti} rows={rows} />
      {/* Hide the share where each answer has its points, because a blank never pays there. */}
      {graded.length === 0 && <BreakEvenLine shares={[facts.conviene]} options={null} />}
      <Muted small>{texts.di(esame.fonte)}</Muted>
    </>
  )
}
