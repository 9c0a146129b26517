import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Atto, PastReset } from '#contract/database'
import { bancaState } from '../../../domain/banca-state.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Muted, Row } from '../../../ui/base.tsx'
import { IconUndo } from '../../../ui/icons.ts'
import { listPastResets, restoreBanca } from '../reset.ts'
import { resetText as texts } from '../reset-text.ts'

/** Lists the acts of one kind on a bank that can still be taken back, if any (D28). */
export function PastActs({ id_concorso, atto, label }: { id_concorso: number; atto: Atto; label: string }) {
  const [past, setPast] = useState<readonly PastReset[]>([])
  const { completamento } = useSnapshot(bancaState)
  const look = useCallback(async () => {
    const found = await listPastResets(id_concorso, atto)
    if (found.ok) setPast(found.value)
  }, [id_concorso, atto])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every act, of other tabs too, moves the figures
  useEffect(() => void look(), [look, completamento])
  const restore = async (id: string) => {
    const restored = await restoreBanca(id_concorso, atto, id)
    if (!restored.ok) return showError(restored.error, { riprova: () => void restore(id) })
    showToast({ text: texts.ripristinate(restored.value) })
    await look()
  }
  if (past.length === 0) return null
  return (
    <section aria-label={label}>
      {past.map(({ id, at, domande }) => (
        <Row key={id} spread wrap>
          <Muted small as="span">
            {texts.passato(at, domande)}
          </Muted>
          <Button size="sm" icon={<IconUndo size={16} />} onClick={() => void restore(id)}>
            {texts.ripristina}
          </Button>
        </Row>
      ))}
    </section>
  )
}
