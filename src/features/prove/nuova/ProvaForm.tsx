import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Failure } from '#contract/result'
import { extraTime, refreshExtraTime } from '../../../domain/extra-time.ts'
import { showError } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { IconSaved } from '../../../ui/icons.ts'
import { countMaterieLeft } from '../draw.ts'
import { nuovaProvaText as testi } from '../nuova-text.ts'
import { checkForm, type FormProblem } from './check-form.ts'
import { problemText } from './form-problems.ts'
import {
  type AvailableMateria,
  EMPTY_FORM,
  type FormState,
  modelloOf,
  openingForm,
  readTime,
  regoleDuration,
  timeFields,
  toProvaFiltro,
  totalQuotas,
} from './form-state.ts'
import { MaterieQuotas } from './MaterieQuotas.tsx'
import css from './nuova.module.css'
import { ProvaFilters } from './ProvaFilters.tsx'
import { ProvaSummary } from './ProvaSummary.tsx'
import { SavedModelli } from './SavedModelli.tsx'
import { ScoringFields } from './ScoringFields.tsx'
import { TimeFields } from './TimeFields.tsx'
import { useStartProva } from './useStartProva.ts'

const SETTLE_MS = 250

/** Everything of a custom trial on one page: which questions, how many of each subject, how long, what they are worth. */
export function ProvaForm({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const [form, setForm] = useState<FormState>(EMPTY_FORM)
  const [available, setAvailable] = useState<readonly AvailableMateria[] | null>(null)
  const [tried, setTried] = useState(false)
  const [savedOpen, setSavedOpen] = useState(false)
  const { percent: percento } = useSnapshot(extraTime)
  const start = useStartProva(id_concorso)
  useEffect(() => void refreshExtraTime(), [])
  const { quali: which, preferite, testo: text, da, a } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what filters is counted anew
  useEffect(() => {
    let alive = true
    const count = async () => {
      const result = await countMaterieLeft(toProvaFiltro(id_concorso, form), testi.senza_materia)
      if (!alive) return
      if (result.ok) {
        setAvailable(result.value)
        setForm((m) => (m === EMPTY_FORM ? openingForm(result.value) : m))
      } else showError(result.error as Failure)
    }
    const t = setTimeout(() => void count(), available === null ? 0 : SETTLE_MS)
    return () => {
      alive = false
      clearTimeout(t)
    }
  }, [id_concorso, which, preferite, text, da, a])
  const change = (part: Partial<FormState>) => setForm((m) => withModello({ ...m, ...part }, m))
  const materie = available ?? []
  const problems = available === null ? [] : checkForm(form, materie)
  const error = (...fields: FormProblem['campo'][]) => {
    const own = tried ? problems.find((d) => fields.includes(d.campo)) : undefined
    return own ? problemText(own) : null
  }
  const begin = () => {
    setTried(true)
    // Until the subjects are counted nothing can have been chosen: what is wrong shows as soon as they are.
    if (available === null) return
    const first = problems[0]
    if (first) document.getElementById(`nuova-${PAPER[first.campo]}`)?.scrollIntoView({ block: 'start' })
    else void start.start(form, materie)
  }
  return (
    <div className={css.colonne}>
      <div className={css.schede}>
        <div className={css.salvaStretto}>
          <Button size="sm" icon={<IconSaved size={16} />} onClick={() => setSavedOpen(true)}>
            {testi.modelli}
          </Button>
        </div>
        <ProvaFilters form={form} total={available?.reduce((s, d) => s + d.n, 0) ?? null} onChange={change} />
        <MaterieQuotas form={form} available={available} error={error('quote', 'materia')} onChange={change} />
        {/* With the subjects: what stands under them would move as they come. */}
        {available !== null && (
          <>
            <TimeFields form={form} percent={percento} error={error('tempo')} onChange={change} />
            <ScoringFields
              form={form}
              available={materie}
              error={error('punti', 'difficolta', 'scritte', 'sezione', 'regole')}
              onChange={change}
            />
          </>
        )}
      </div>
      <ProvaSummary
        form={form}
        total={totalQuotas(form, materie)}
        percent={percento}
        busy={start.inCorso}
        onStart={begin}
        onSaved={() => setSavedOpen(true)}
      >
        <FieldError text={start.errore ?? (tried && problems[0] ? problemText(problems[0]) : null)} />
      </ProvaSummary>
      {savedOpen && <SavedModelli form={form} onUse={setForm} onClose={() => setSavedOpen(false)} />}
    </div>
  )
}

const PAPER: Record<FormProblem['campo'], string> = {
  posizioni: 'quali',
  quote: 'materie',
  materia: 'materie',
  tempo: 'tempo',
  punti: 'punteggi',
  difficolta: 'punteggi',
  scritte: 'punteggi',
  sezione: 'punteggi',
  regole: 'punteggi',
}

/** Choosing a real competition brings its duration and what it allows. */
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
    // The time of the competition chosen before goes with it.
    ...(ms === null && previousMs !== null && previousMs === readTime(m) && { ore: '', minuti: '', secondi: '' }),
    solo_avanti: modello.regole.navigazione === 'solo_avanti',
    senza_correzioni: modello.regole.correzioni === 'mai',
    // Known competitions without corrections are sat on paper.
    foglio: modello.regole.correzioni === 'mai',
  }
}
