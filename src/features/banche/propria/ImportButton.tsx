import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { propriaText as texts } from './text.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((m) => ({ default: m.ImportDialog })))

/** The way to a bank from a file of the person's own. */
export function ImportButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {texts.apri}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
