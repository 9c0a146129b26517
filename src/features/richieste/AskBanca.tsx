import { type FormEvent, useId, useState } from 'react'
import type { RichiestaBanca } from '#contract/contenuti'
import { newId } from '../../platform/ids.ts'
import { countWaiting, sendOrKeep } from '../../sync/outbox.ts'
import { errorMessage } from '../../text/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DoneDialog } from '../../ui/DoneDialog.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { IconAsk } from '../../ui/icons.ts'
import { TextArea } from '../../ui/LongFields.tsx'
import css from './richieste.module.css'
import { askText as texts } from './text.ts'

type Draft = { ente: string; profilo: string; anno: string; link: string; nota: string }
type Problems = { [K in 'ente' | 'anno' | 'link']?: string }

/** Years that a request may name, the same as on the server. */
const [FIRST_YEAR, LAST_YEAR] = [1990, 2100]

function checkDraft({ ente, anno, link }: Draft): Problems {
  const year = Number(anno)
  const wrongYear = anno.trim() !== '' && !(Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR)
  const url = link.trim()
  const wrongLink = url !== '' && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
  return {
    ...(ente.trim() === '' && { ente: texts.manca_ente }),
    ...(wrongYear && { anno: texts.anno_errato }),
    ...(wrongLink && { link: texts.link_errato }),
  }
}

const written = (text: string): string | null => text.trim() || null
const toRichiesta = (id_richiesta: string, d: Draft): RichiestaBanca => ({
  id_richiesta,
  ente: d.ente.trim(),
  profilo: written(d.profilo),
  anno: d.anno.trim() === '' ? null : Number(d.anno),
  nota: written(d.nota),
  link: written(d.link),
})

/** Asks the operator for a bank that is not in the catalogue; without a network the request is kept and sent later [RB1]. */
export function AskBanca({ ente = '', profilo = '' }: { ente?: string; profilo?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<IconAsk size={16} />} onClick={() => setOpen(true)}>
        {texts.apri}
      </Button>
      {open && <AskDialog ente={ente} profilo={profilo} onClose={() => setOpen(false)} />}
    </>
  )
}

function AskDialog({ ente, profilo, onClose }: { ente: string; profilo: string; onClose: () => void }) {
  const form = useId()
  const [id] = useState(newId)
  const [draft, setDraft] = useState<Draft>({ ente, profilo, anno: '', link: '', nota: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<string | null>(null)
  const [stato, setStato] = useState<'scrivo' | 'invio' | 'inviata' | 'tenuta'>('scrivo')
  const [waiting] = useState(() => countWaiting('richiesta'))
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const found = checkDraft(draft)
    setProblems(found)
    setError(null)
    if (Object.keys(found).length > 0) return
    setStato('invio')
    const result = await sendOrKeep({ tipo: 'richiesta', dati: toRichiesta(id, draft) })
    setStato(!result.ok ? 'scrivo' : result.value.sent ? 'inviata' : 'tenuta')
    if (!result.ok) setError(errorMessage(result.error).text)
  }
  if (stato === 'inviata' || stato === 'tenuta')
    return (
      <DoneDialog title={texts.titolo} close={texts.chiudi} onClose={onClose}>
        {texts[stato]}
      </DoneDialog>
    )
  const bind = (name: keyof Draft, maxLength: number) => ({
    value: draft[name],
    maxLength,
    error: problems[name as keyof Problems],
    onChange: (e: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: e.currentTarget.value }),
  })
  return (
    <Dialog
      title={texts.titolo}
      size="largo"
      onClose={onClose}
      cancel={texts.annulla}
      actions={
        <Button variant="primario" type="submit" form={form} busy={stato === 'invio'}>
          {texts.invia}
        </Button>
      }
    >
      <form id={form} className={css.modulo} noValidate onSubmit={(e) => void submit(e)}>
        <Muted small>{texts.testo}</Muted>
        {waiting > 0 && <Muted small>{texts.in_attesa(waiting)}</Muted>}
        <Field label={texts.ente} help={texts.ente_aiuto} required data-primo {...bind('ente', 160)} />
        <div className={css.coppia}>
          <Field label={texts.profilo} {...bind('profilo', 160)} />
          <Field label={texts.anno} inputMode="numeric" {...bind('anno', 4)} />
        </div>
        <Field label={texts.link} type="url" inputMode="url" {...bind('link', 500)} />
        <TextArea label={texts.nota} rows={3} {...bind('nota', 1_000)} />
        <FieldError text={error} />
      </form>
    </Dialog>
  )
}
