import { useState } from 'react'
import type { PromoGestita } from '#contract/gestione/denaro'
import { ok } from '#contract/result'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconPlus, IconPremium } from '../../ui/icons.ts'
import { callConsole } from '../api.ts'
import { ReadList } from '../ReadList.tsx'
import type { Column } from '../Table.tsx'
import { ActEnd, useAct } from '../useAct.tsx'
import { useConsoleRead } from '../useConsoleRead.ts'
import { formatMoment } from '../when.ts'
import { NewPromo } from './NewPromo.tsx'
import { denaroText as texts } from './text.ts'

const INFO: readonly Column<PromoGestita>[] = [
  { name: texts.nome_codice, cell: (p) => <code>{p.codice}</code> },
  { name: texts.titolo_promo, cell: (p) => p.titolo },
  { name: texts.vale, cell: (p) => (p.sconto === null ? texts.nel_negozio : texts.sconto_di(p.sconto)) },
  { name: texts.chi, cell: (p) => p.email ?? texts.per_tutti },
  { name: texts.scade, cell: (p) => (p.scade ? formatMoment(p.scade) : texts.sempre) },
  { name: texts.usi, cell: (p) => texts.volte(p.usi) },
]

/** Promo codes: published and removed with a fresh second factor. */
export function PromoCodes() {
  const read = useConsoleRead('promo_gestite', {})
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  const act = useAct(read.reload)
  const remove = (codice: string) =>
    void act.run(
      codice,
      () => callConsole('togli_promo', { query: { codice } }),
      () => texts.tolto(codice),
    )
  const actions: Column<PromoGestita> = {
    name: texts.azioni,
    cell: ({ codice }) => (
      <Button size="sm" label={texts.togli_uno(codice)} busy={act.busy === codice} onClick={() => setRemoving(codice)}>
        {texts.togli}
      </Button>
    ),
  }
  return (
    <Stack>
      <Row>
        <Button icon={<IconPlus size={20} />} onClick={() => setAdding(true)}>
          {texts.pubblica}
        </Button>
      </Row>
      <ActEnd act={act} />
      <ReadList
        read={read}
        label={texts.promo}
        columns={[...INFO, actions]}
        keyOf={(p) => p.codice}
        empty={{ icon: <IconPremium size={24} />, title: texts.promo_vuoto, text: texts.promo_vuoto_testo }}
      />
      {isAdding && (
        <NewPromo
          onClose={() => setAdding(false)}
          onPublished={(codice) => {
            setAdding(false)
            void act.run('nuovo', async () => ok(codice), texts.pubblicato)
          }}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={texts.togli_titolo(removing)}
          no={texts.lascia}
          yes={texts.togli}
          danger
          onNo={() => setRemoving(null)}
          onYes={() => {
            setRemoving(null)
            remove(removing)
          }}
        >
          {texts.togli_domanda}
        </ConfirmDialog>
      )}
    </Stack>
  )
}
