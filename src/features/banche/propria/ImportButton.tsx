import { Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { SHARED_QUERY } from '#contract/share-target'
import { Button } from '../../../ui/Button.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { takeShared } from './shared-file.ts'
import { propriaText as texts } from './text.ts'

const ImportDialog = lazyPart(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

/** Opens the import of a person's file as a bank, chosen here or shared with the installed app. */
export function ImportButton() {
  const [open, setOpen] = useState(false)
  const [shared, setShared] = useState<File | null>(null)
  const [path, navigate] = useLocation()
  const isShared = new URLSearchParams(useSearch()).has(SHARED_QUERY)
  useEffect(() => {
    if (!isShared) return
    navigate(path, { replace: true })
    void takeShared(caches).then((file) => {
      setShared(file)
      setOpen(true)
    })
  }, [isShared, path, navigate])
  return (
    <>
      <Button size="sm" icon={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {texts.apri}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog
            file={shared}
            onClose={() => {
              setOpen(false)
              setShared(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
