import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { BancaLocale } from '#contract/database'
import { bancheState, loadBanche } from '../../domain/banche-state.ts'
import { hrefProgressi } from '../../domain/hrefs.ts'
import { Muted } from '../../ui/base.tsx'
import { Page } from '../../ui/Page.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { ProgressiView } from './ProgressiView.tsx'
import { progressiText as texts } from './text.ts'

/** Screen `/progressi` shows practice over every bank, or over the bank in the address. */
export default function ProgressiScreen() {
  const requested = Number(new URLSearchParams(useSearch()).get('id_concorso') ?? '')
  const { list } = useSnapshot(bancheState)
  const [, navigate] = useLocation()
  useEffect(() => {
    void loadBanche()
  }, [])
  const banche = (list as BancaLocale[]).filter((b) => b.n_domande > 0)
  // Show every bank when the bank in the address is not on this device.
  const chosen = banche.find((b) => b.id_concorso === requested)?.id_concorso ?? null
  return (
    <Page
      title={texts.titolo}
      above={<Muted>{texts.sotto}</Muted>}
      aside={
        banche.length > 1 && (
          <Picker
            label={texts.banca}
            allLabel={texts.tutte}
            items={banche.map((b) => ({ value: String(b.id_concorso), text: b.concorso }))}
            value={chosen === null ? null : String(chosen)}
            onSelect={(value) =>
              navigate(value === null ? '/progressi' : hrefProgressi(Number(value)), { replace: true })
            }
          />
        )
      }
    >
      <ProgressiView id_concorso={chosen} />
    </Page>
  )
}
