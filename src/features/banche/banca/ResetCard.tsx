import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale, Completamento } from '#contract/database'
import { bancaState } from '../../../domain/banca-state.ts'
import { showToast } from '../../../session/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Row, Stack } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconRetry } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { resetText as texts } from '../reset-text.ts'
import { PastActs } from './PastActs.tsx'

const ResetDialog = lazyPart(() => import('./ResetDialog.tsx'))

/** Opens the reset, and takes it back for thirty days (D28). */
export function ResetCard({ banca: { id_concorso } }: { banca: BancaLocale }) {
  const [open, setOpen] = useState(false)
  const { completamento } = useSnapshot(bancaState)
  return (
    <Card aria-labelledby="azzera">
      <Stack>
        <CardHead id="azzera" title={texts.titolo} text={texts.testo} />
        <Row>
          <Button icon={<IconRetry size={20} />} onClick={() => setOpen(true)}>
            {texts.apri}
          </Button>
        </Row>
        <PastActs id_concorso={id_concorso} atto="azzeramento" label={texts.passati} />
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
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
