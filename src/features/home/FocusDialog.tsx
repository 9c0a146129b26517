import { type FormEvent, useEffect, useId, useState } from 'react'
import type { RigaCompletamento } from '#contract/database'
import { readScelte } from '../../domain/study-plan.ts'
import { onStore } from '../../store/on-store.ts'
import { Muted, Stack } from '../../ui/base.tsx'
import { Checkbox, FieldError } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SkeletonCards } from '../../ui/States.tsx'
import { setPesi } from './oggi-state.ts'
import { gainText, focusText as text } from './text.ts'

/** Asks which subjects come first [OG4]. The others get weight 0, which puts them last and removes none. */
export default function FocusDialog({ id_concorso, onClose }: { id_concorso: number; onClose: () => void }) {
  const [rows, setRows] = useState<readonly RigaCompletamento[] | null>(null)
  const [off, setOff] = useState<ReadonlySet<number>>(
    () => new Set(readScelte(id_concorso).pesi.flatMap(([id, peso]) => (peso === 0 ? [id] : []))),
  )
  const [failed, setFailed] = useState(false)
  const form = useId()
  useEffect(() => {
    let current = true
    void onStore((db) => db.completamento({ id_concorso })).then((result) => {
      if (current && result.ok) setRows(result.value.materie)
    })
    return () => {
      current = false
    }
  }, [id_concorso])
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const none = rows?.every((m) => off.has(m.id_materia ?? 0)) ?? true
    setFailed(none)
    if (none) return
    void setPesi(id_concorso, off.size === 0 ? null : [...off].map((id) => [id, 0] as const))
    onClose()
  }
  const toggle = (id: number) => {
    const next = new Set(off)
    if (!next.delete(id)) next.add(id)
    setOff(next)
  }
  return (
    <FormDialog
      title={text.titolo}
      cancel={text.annulla}
      yes={text.salva}
      form={form}
      busy={rows === null}
      onClose={onClose}
    >
      <form id={form} onSubmit={submit}>
        <Stack>
          <Muted>{text.testo}</Muted>
          {rows === null ? (
            <SkeletonCards count={1} />
          ) : (
            rows.map((m) => {
              const id = m.id_materia ?? 0
              return (
                <Checkbox key={id} checked={!off.has(id)} onChange={() => toggle(id)}>
                  {m.materia || gainText.senza_materia}
                </Checkbox>
              )
            })
          )}
          <FieldError text={failed ? text.almeno_una : null} />
        </Stack>
      </form>
    </FormDialog>
  )
}
