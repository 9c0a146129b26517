import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale, Completamento, PastReset } from '#contract/database'
import { bancaState } from '../../../domain/banca-state.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Row, Stack } from '../../../ui/base.tsx'
import { IconRetry, IconUndo } from '../../../ui/icons.ts'
import { listPastResets, restoreBanca } from '../reset.ts'
import { resetText as texts } from '../reset-text.ts'

const ResetDialog = lazy(() => import('./ResetDialog.tsx'))

/** The way to begin again, and the way back from it for thirty days (D28). */
export function ResetCard({ banca }: { banca: BancaLocale }) {
  const { id_concorso } = banca
  const [open, setOpen] = useState(false)
  const [past, setPast] = useState<readonly PastReset[]>([])
  const { completamento } = useSnapshot(bancaState)
  const look = useCallback(async () => {
    const found = await listPastResets(id_concorso)
    if (found.ok) setPast(found.value)
  }, [id_concorso])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs reset too, and the figures tell
  useEffect(() => void look(), [look, completamento])
  const restore = async (id: string) => {
    const restored = await restoreBanca(id_concorso, id)
    if (!restored.ok) return showError(restored.error, { riprova: () => void restore(id) })
    showToast({ text: texts.ripristinate(restored.value) })
    await look()
  }
  return (
    <Card aria-labelledby="azzera">
      <Stack>
        <div>
          <h2 id="azzera">{texts.titolo}</h2>
          <Muted small>{texts.testo}</Muted>
        </div>
        <Row>
          <Button icon={<IconRetry size={20} />} onClick={() => setOpen(true)}>
            {texts.apri}
          </Button>
        </Row>
        {past.length > 0 && (
          <section aria-label={texts.passati}>
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
        )}
      </Stack>
      {open && (
        <Suspense>
          <ResetDialog
            id_concorso={id_concorso}
            materie={((completamento as Completamento | null)?.materie ?? []).flatMap((m) =>
              m.id_materia === null ? [] : [{ id: m.id_materia, name: m.materia }],
            )}
            onClose={() => setOpen(false)}
            onDone={(n) => {
              setOpen(false)
              showToast({ text: texts.fatto(n) })
              void look()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
