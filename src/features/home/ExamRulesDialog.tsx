import { type FormEvent, useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Esame } from '#rules/esame'
import { listExams } from '../../domain/exam-rules.ts'
import { KNOWN_EXAMS } from '../../domain/known-exams.ts'
import { Muted, Row, Stack } from '../../ui/base.tsx'
import { Field, FieldError, RadioBox } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import css from './forecast.module.css'
import { oggiState, setEsame } from './oggi-state.ts'
import { examRulesText as text } from './text.ts'

const OWN = 'mie'
const toText = (thousandths: number | null) =>
  thousandths === null ? '' : String(thousandths / 1000).replace('.', ',')
const toThousandths = (written: string) => Math.round(1000 * Number(written.trim().replace(',', '.')))

type Fields = { domande: string; corretta: string; sbagliata: string; soglia: string }

/** Parses the exam in four numbers; null where they make no exam. */
function readFields({ domande, corretta, sbagliata, soglia }: Fields): Esame | null {
  const n = Number(domande)
  const right = toThousandths(corretta)
  const wrong = sbagliata.trim() === '' ? 0 : -Math.abs(toThousandths(sbagliata))
  const least = soglia.trim() === '' ? null : toThousandths(soglia)
  const numbers = [right, wrong, least ?? 0]
  if (!Number.isInteger(n) || n < 1 || n > 1000 || !numbers.every(Number.isInteger) || right <= 0) return null
  return {
    fonte: text.mie,
    domande: n,
    corretta: right,
    sbagliata: wrong,
    soglia: least,
    massimo: n * right,
    quote: [],
  }
}

/** Asks for the scoring of the exam: a published simulation, a known competition, or four numbers [PV5]. */
export default function ExamRulesDialog({ banca, onClose }: { banca: BancaLocale; onClose: () => void }) {
  const { esame } = useSnapshot(oggiState)
  const [published, setPublished] = useState<readonly Esame[]>([])
  const [picked, setPicked] = useState(esame?.fonte ?? KNOWN_EXAMS[0]?.fonte ?? OWN)
  const [failed, setFailed] = useState(false)
  const [fields, setFields] = useState<Fields>({
    domande: String(esame?.domande ?? 40),
    corretta: toText(esame?.corretta ?? 750),
    sbagliata: toText(Math.abs(esame?.sbagliata ?? 250)),
    soglia: toText(esame?.soglia ?? null),
  })
  const form = useId()
  const { id_concorso } = banca
  useEffect(() => {
    let current = true
    void listExams(id_concorso).then((list) => current && list.ok && setPublished(list.value))
    return () => {
      current = false
    }
  }, [id_concorso])
  const groups: [string, readonly Esame[]][] = [
    [text.pubblicate, published],
    [text.note, KNOWN_EXAMS],
  ]
  const all = groups.flatMap(([, list]) => list)
  const own = picked === OWN || !all.some((e) => e.fonte === picked)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const chosen = own ? readFields(fields) : (all.find((x) => x.fonte === picked) ?? null)
    setFailed(chosen === null)
    if (chosen === null) return
    void setEsame(banca, chosen)
    onClose()
  }
  const field = (name: keyof Fields) => (
    <Field
      key={name}
      label={text[name]}
      inputMode={name === 'domande' ? 'numeric' : 'decimal'}
      value={fields[name]}
      onChange={(e) => setFields({ ...fields, [name]: e.currentTarget.value })}
    />
  )
  return (
    <FormDialog title={text.titolo} cancel={text.annulla} yes={text.salva} form={form} busy={false} onClose={onClose}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          {groups.map(
            ([legend, list]) =>
              list.length > 0 && (
                <fieldset className={css.scelte} key={legend}>
                  <legend>{legend}</legend>
                  {list.map((e) => (
                    <Choice
                      key={e.fonte}
                      checked={!own && picked === e.fonte}
                      onPick={() => setPicked(e.fonte)}
                      title={e.fonte}
                      below={text.riassunto(e.domande, e.corretta, e.sbagliata, e.soglia)}
                    />
                  ))}
                </fieldset>
              ),
          )}
          <fieldset className={css.scelte}>
            <legend>{text.altre}</legend>
            <Choice checked={own} onPick={() => setPicked(OWN)} title={text.mie} />
            {own && (
              <Row wrap>
                {(['domande', 'corretta', 'sbagliata', 'soglia'] as const).map(field)}
                <FieldError text={failed ? text.errore : null} />
              </Row>
            )}
          </fieldset>
        </Stack>
      </form>
    </FormDialog>
  )
}

const Choice = ({
  checked,
  onPick,
  title,
  below,
}: {
  checked: boolean
  onPick: () => void
  title: string
  below?: string
}) => (
  <label className={css.scelta}>
    <RadioBox name="regole" checked={checked} onChange={onPick} />
    <span>
      <b>{title}</b>
      {below !== undefined && (
        <Muted small as="span">
          {below}
        </Muted>
      )}
    </span>
  </label>
)
