import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Chip, Muted, Row } from '../../../../ui/base.tsx'
import { Field, FieldError } from '../../../../ui/Field.tsx'
import { IconDown, IconPlus } from '../../../../ui/icons.ts'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { nuovaProvaText } from '../../nuova-text.ts'
import { domandePerSezione } from '../check-form.ts'
import { DifficoltaNotices } from '../DifficoltaNotices.tsx'
import { settleDifficolta } from '../difficolta.ts'
import { type AvailableMateria, type FormState, regoleDuration, timeFields } from '../form-state.ts'
import { ModelliDialog } from '../ModelliDialog.tsx'
import { AmmissioneEditor } from './AmmissioneEditor.tsx'
import { withDocument, withModello } from './document.ts'
import { PuntiEditor } from './PuntiEditor.tsx'
import css from './regole.module.css'
import { problemTextOf, regoleProblems } from './regole-problems.ts'
import { SezioneEditor } from './SezioneEditor.tsx'
import { EMPTY_REGOLE, newSezione, type TypedRegole, type TypedSezione, toDocument } from './typed-regole.ts'

const RegoleDocument = lazyPart(() => import('./RegoleDocument.tsx'))

/** Most sections in one's own rules. */
const MAX_SEZIONI = 12

type EditorProps = {
  form: FormState
  available: readonly AvailableMateria[]
  onChange: (part: Partial<FormState>) => void
}

/** Editor of a full set of rules, with the points in sight and the rest folded. Wrong values show as they are typed. */
export function RegoleEditor({ form, available, onChange }: EditorProps) {
  const [dialog, setDialog] = useState<'modelli' | 'documento' | null>(null)
  const { regole: r } = form
  const problems = regoleProblems(r)
  const put = (part: Partial<TypedRegole>) => onChange({ regole: { ...r, ...part } })
  const optional = (name: 'base' | 'massimo' | 'scala', help?: string) => (
    <Field
      label={`${testi[name]} (${testi.facoltativo})`}
      value={r[name]}
      maxLength={12}
      error={problemTextOf(problems, name)}
      {...(help !== undefined && { help: help })}
      onChange={(e) => put({ [name]: e.currentTarget.value })}
    />
  )
  const others = ['base', 'massimo', 'scala']
  return (
    <div className={css.blocco}>
      <Row wrap>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setDialog('modelli')}>
          {testi.parti}
        </Button>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setDialog('documento')}>
          {testi.documento}
        </Button>
      </Row>
      <Field
        label={testi.nome}
        placeholder={testi.nome_esempio}
        value={r.nome}
        maxLength={120}
        onChange={(e) => put({ nome: e.currentTarget.value })}
      />
      <PuntiEditor
        legend={testi.punti}
        punti={r.punti}
        campo="punti"
        problems={commonProblems(problems, r)}
        onChange={(punti) => put({ punti })}
      />
      <FoldedGroup
        title={testi.sezioni}
        summary={testi.sezioni_conto(r.sezioni.length)}
        problem={problems.some((d) => d.campo.startsWith('sezioni') && !isCommon(d.campo, r))}
      >
        <SezioniEditor form={form} available={available} onChange={onChange} />
      </FoldedGroup>
      <FoldedGroup
        title={testi.ammissione}
        summary={ammissioneSummary(r)}
        problem={problems.some((d) => d.campo.startsWith('ammissione'))}
      >
        <AmmissioneEditor regole={r} problems={problems} onChange={put} />
      </FoldedGroup>
      <FoldedGroup title={testi.altro} summary="" problem={problems.some((d) => others.includes(d.campo))}>
        <Segmented
          legend={testi.multipla}
          options={(['omessa', 'sbagliata'] as const).map((value) => ({ value, text: testi.multiple[value] }))}
          value={r.risposta_multipla}
          onSelect={(risposta_multipla) => put({ risposta_multipla })}
        />
        <div className={css.due}>
          {optional('base', testi.base_aiuto)}
          {optional('massimo')}
          {optional('scala', testi.scala_aiuto)}
        </div>
        <Muted small>{testi.extra}</Muted>
      </FoldedGroup>
      {problems.length === 0 && (
        <DifficoltaNotices
          form={form}
          difficolta={settleDifficolta(form, toDocument(r), available)}
          onChange={onChange}
        />
      )}
      <RegoleDialogs
        open={dialog}
        form={form}
        available={available}
        onChange={onChange}
        onClose={() => setDialog(null)}
      />
    </div>
  )
}

function RegoleDialogs({
  open,
  form,
  available,
  onChange,
  onClose,
}: EditorProps & { open: 'modelli' | 'documento' | null; onClose: () => void }) {
  if (open === 'modelli')
    return (
      <ModelliDialog selected={null} onSelect={(m) => onChange(withModello(form, m, available))} onClose={onClose} />
    )
  return open === 'documento' ? (
    <Suspense>
      <RegoleDocument
        form={form}
        available={available}
        onUse={(regole) => onChange(withDocument(form, regole, available))}
        onClose={onClose}
      />
    </Suspense>
  ) : null
}

/** Returns true for a field of the common points, found in a section without its own or in rules without sections. */
function isCommon(field: string, r: TypedRegole): boolean {
  const i = /^sezioni\[(\d+)\]\.punti/.exec(field)?.[1]
  return i !== undefined && (r.sezioni[Number(i)]?.punti ?? null) === null
}

/** Returns the problems of the common points, whichever section they are found in; a form without sections has one. */
function commonProblems(problems: ReturnType<typeof regoleProblems>, r: TypedRegole) {
  return problems
    .filter((d) => isCommon(d.campo, r))
    .map((d) => ({ ...d, campo: d.campo.replace(/^sezioni\[\d+\]\./, '') }))
}

function ammissioneSummary(r: TypedRegole): string {
  const parts = [
    ...(r.minimo.trim() === '' ? [] : [testi.soglia_breve(r.minimo)]),
    ...(r.graduatoria === 'primi' ? [testi.primi_breve(r.primi)] : []),
    ...(r.graduatoria === 'posti' ? [testi.posti_breve(r.posti, r.multiplo)] : []),
  ]
  return parts.join(', ') || testi.nessuna_soglia
}

function SezioniEditor({ form, available, onChange }: EditorProps) {
  const { sezioni, punti } = form.regole
  const put = (added: readonly TypedSezione[], part: Partial<FormState> = {}) =>
    onChange({ ...sezioniTime(added), ...part, regole: { ...form.regole, sezioni: added } })
  const problems = regoleProblems(form.regole)
  const counts = domandePerSezione(form, available, sezioni.length)
  const added = (n: number) =>
    Array.from({ length: n }, (_, i) => newSezione(nuovaProvaText.sezione_n(sezioni.length + i + 1)))
  return (
    <>
      <Muted small>{testi.sezioni_aiuto}</Muted>
      {sezioni.map((s, i) => (
        <SezioneEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place
          key={i}
          sezione={s}
          place={i}
          common={punti}
          assigned={counts[i] ?? 0}
          problems={problems}
          onChange={(part) => put(sezioni.map((x, k) => (k === i ? { ...x, ...part } : x)))}
          onRemove={() =>
            put(
              sezioni.filter((_, k) => k !== i),
              { sezioneDi: without(form.sezioneDi, i) },
            )
          }
        />
      ))}
      <FieldError text={problemTextOf(problems, 'sezioni')} />
      {sezioni.length < MAX_SEZIONI && (
        <Row wrap>
          <Button
            size="sm"
            icon={<IconPlus size={16} />}
            onClick={() => put([...sezioni, ...added(sezioni.length === 0 ? 2 : 1)])}
          >
            {nuovaProvaText.aggiungi_sezione}
          </Button>
        </Row>
      )}
    </>
  )
}

/** Returns the subjects' sections without the removed one. Its subjects have none, later sections move up. */
const without = (problemSezione: FormState['sezioneDi'], removed: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(problemSezione).flatMap(([id, i]) =>
      i === removed ? [] : [[id, i > removed ? i - 1 : i] as const],
    ),
  )

/** Sets the time of the whole trial to the sum when every section has its time. */
function sezioniTime(sezioni: readonly TypedSezione[]): Partial<FormState> {
  const ms = regoleDuration({ sezioni: toDocument({ ...EMPTY_REGOLE, sezioni }).sezioni ?? [] })
  return ms === null || ms === 0 ? {} : timeFields(ms)
}

/** Part of the rules that unfolds, with its present values beside its name. */
function FoldedGroup({
  title,
  summary: spoken,
  problem,
  children,
}: {
  title: string
  summary: string
  /** True when a value in it is wrong; the part then opens by itself. */
  problem: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(problem)
  useEffect(() => {
    if (problem) setOpen(true)
  }, [problem])
  return (
    <details className={css.gruppo} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <b>{title}</b>
        {problem ? <Chip tone="errore">{testi.da_correggere}</Chip> : <span>{spoken}</span>}
        <IconDown size={20} />
      </summary>
      <div className={css.blocco}>{children}</div>
    </details>
  )
}
