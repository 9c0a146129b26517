import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Esame } from '#rules/esame'
import { examOf } from '../../../domain/exam-rules.ts'
import { extraTime, refreshExtraTime } from '../../../domain/extra-time.ts'
import { showError } from '../../../session/notices.ts'
import { ActionColumns } from '../../../ui/ActionBar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { IconSaved } from '../../../ui/icons.ts'
import { SkeletonCards } from '../../../ui/States.tsx'
import { countMaterieLeft } from '../draw.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { checkForm, type FormProblem } from './check-form.ts'
import { problemText } from './form-problems.ts'
import {
  type AvailableMateria,
  EMPTY_FORM,
  type FormState,
  modelloOf,
  readTime,
  regoleDuration,
  timeFields,
  toProvaFiltro,
  totalQuotas,
} from './form-state.ts'
import { MaterieQuotas } from './MaterieQuotas.tsx'
import css from './nuova.module.css'
import { isRuledBy, openingForm } from './opening-form.ts'
import { ProvaFilters } from './ProvaFilters.tsx'
import { ProvaSummary } from './ProvaSummary.tsx'
import { QuantityCard } from './QuantityCard.tsx'
import { SavedModelli } from './SavedModelli.tsx'
import { ScoringFields } from './ScoringFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { useStartProva } from './useStartProva.ts'

const SETTLE_MS = 250

/** Form of a bank, ready to begin once its questions are counted; counted anew as the filters change. */
function useProvaForm({ id_concorso, concorso, ente }: BancaLocale) {
  const [form, setForm] = useState<FormState>(EMPTY_FORM)
  const [available, setAvailable] = useState<readonly AvailableMateria[] | null>(null)
  /** Exam of the bank, whose rules open the form. */
  const [esame, setEsame] = useState<Esame | null>(null)
  const { quali: which, preferite, testo: text, da, a } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the filters change the count
  useEffect(() => {
    let alive = true
    const count = async () => {
      const [result, exam] = await Promise.all([
        countMaterieLeft(toProvaFiltro(id_concorso, form), testi.senza_materia),
        examOf({ id_concorso, concorso, ente }),
      ])
      if (!alive) return
      if (result.ok) {
        setAvailable(result.value)
        setEsame(exam)
        setForm((m) => (m === EMPTY_FORM ? openingForm(result.value, exam) : m))
      } else showError(result.error as Failure)
    }
    const t = setTimeout(() => void count(), available === null ? 0 : SETTLE_MS)
    return () => {
      alive = false
      clearTimeout(t)
    }
  }, [id_concorso, which, preferite, text, da, a])
  return { form, setForm, available, esame }
}

/** Custom trial on one page, first the number of questions and the time, then the points and the filters. */
export function ProvaForm({ banca }: { banca: BancaLocale }) {
  const { form, setForm, available, esame } = useProvaForm(banca)
  const [tried, setTried] = useState(false)
  /** True when the start was pressed before the questions were counted. */
  const [waiting, setWaiting] = useState(false)
  const [savedOpen, setSavedOpen] = useState(false)
  const { percent: percento } = useSnapshot(extraTime)
  const start = useStartProva(banca.id_concorso)
  useEffect(() => void refreshExtraTime(), [])
  const change = (part: Partial<FormState>) => setForm((m) => withModello({ ...m, ...part }, m))
  const materie = available ?? []
  const problems = available === null ? [] : checkForm(form, materie)
  const error = (...fields: FormProblem['campo'][]) => {
    const own = tried ? problems.find((d) => fields.includes(d.campo)) : undefined
    return own ? problemText(own) : null
  }
  const begin = () => {
    setTried(true)
    setWaiting(available === null)
    if (available === null) return
    const first = problems[0]
    if (first) document.getElementById(`nuova-${PAPER[first.campo]}`)?.scrollIntoView({ block: 'start' })
    else void start.start(form, materie)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the count comes
  useEffect(() => {
    if (waiting && available !== null) begin()
  }, [available])
  return (
    <>
      <ActionColumns
        choices={
          <QuantityCard
            form={form}
            available={available}
            saved={
              <span className={css.salvaStretto}>
                <Button size="sm" variant="fantasma" icon={<IconSaved size={16} />} onClick={() => setSavedOpen(true)}>
                  {testi.modelli}
                </Button>
              </span>
            }
            error={error('quote')}
            onChange={change}
          >
            <TimeFields
              form={form}
              percent={percento}
              waits={available === null}
              error={error('tempo')}
              onChange={change}
            />
          </QuantityCard>
        }
        bar={
          <ProvaSummary
            form={form}
            total={totalQuotas(form, materie)}
            percent={percento}
            busy={start.inCorso || waiting}
            onStart={begin}
            onSaved={() => setSavedOpen(true)}
          >
            <FieldError text={start.errore ?? (tried && problems[0] ? problemText(problems[0]) : null)} />
          </ProvaSummary>
        }
        more={
          available === null ? (
            <SkeletonCards count={2} />
          ) : (
            <>
              <ScoringFields
                form={form}
                available={available}
                source={esame && isRuledBy(form, esame) ? esame.fonte : null}
                error={error('punti', 'difficolta', 'scritte', 'sezione', 'regole')}
                onChange={change}
              />
              <MaterieQuotas form={form} available={available} error={error('materia')} onChange={change} />
              <ProvaFilters form={form} total={available.reduce((s, d) => s + d.n, 0)} onChange={change} />
            </>
          )
        }
      />
      {savedOpen && <SavedModelli form={form} onUse={setForm} onClose={() => setSavedOpen(false)} />}
    </>
  )
}

const PAPER: Record<FormProblem['campo'], string> = {
  posizioni: 'quali',
  quote: 'quante',
  materia: 'materie',
  tempo: 'tempo',
  punti: 'punteggi',
  difficolta: 'punteggi',
  scritte: 'punteggi',
  sezione: 'punteggi',
  regole: 'punteggi',
}

/** Applies the duration and the permissions of a newly chosen competition. */
function withModello(m: FormState, before: FormState): FormState {
  if (m.origine !== 'modello' || (before.origine === 'modello' && before.modello === m.modello)) return m
  const modello = modelloOf(m.modello)
  if (!modello) return m
  const ms = regoleDuration(modello.regole)
  const previousMs = before.origine === 'modello' ? regoleDuration(modelloOf(before.modello)?.regole ?? {}) : null
  return {
    ...m,
    sezioneDi: {},
    ...(ms !== null && timeFields(ms)),
    // Clear the time of the competition chosen before.
    ...(ms === null && previousMs !== null && previousMs === readTime(m) && { ore: '', minuti: '', secondi: '' }),
    solo_avanti: modello.regole.navigazione === 'solo_avanti',
    senza_correzioni: modello.regole.correzioni === 'mai',
    // Known competitions without corrections are sat on paper.
    foglio: modello.regole.correzioni === 'mai',
  }
}
