import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Esame } from '#rules/esame'
import { InstructionsButton } from '../../../components/vigilia/InstructionsButton.tsx'
import { examOf } from '../../../domain/exam-rules.ts'
import { extraTime, refreshExtraTime } from '../../../domain/extra-time.ts'
import { showError } from '../../../session/notices.ts'
import { veroText as texts } from '../../../text/vero.ts'
import { Button } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { Switch } from '../../../ui/Field.tsx'
import { IconPlay } from '../../../ui/icons.ts'
import { countMaterieLeft } from '../draw.ts'
import { EMPTY_FORM, toProvaFiltro } from '../nuova/form-state.ts'
import { useStartProva } from '../nuova/useStartProva.ts'
import { formOfEsame } from './form-vero.ts'

/**
 * Card that starts a trial by the rules of the bank's exam in one tap [CT4]. Shows where the rules are known and the bank is
 * large enough. `after` stands under it and appears when the exam is read or there is none, so that nothing moves.
 */
export function RealExamCard({ banca, after }: { banca: BancaLocale; after: ReactNode }) {
  const { id_concorso, concorso, ente, n_domande } = banca
  const [esame, setEsame] = useState<Esame | null>()
  // Refresh the extra time, which another device may have chosen.
  useEffect(() => void refreshExtraTime(), [])
  useEffect(() => {
    let current = true
    void examOf({ id_concorso, concorso, ente }).then((known) => current && setEsame(known))
    return () => {
      current = false
    }
  }, [id_concorso, concorso, ente])
  if (esame === undefined) return null
  return (
    <>
      {esame && esame.domande <= n_domande && <KnownExam banca={banca} esame={esame} />}
      {after}
    </>
  )
}

function KnownExam({ banca, esame }: { banca: BancaLocale; esame: Esame }) {
  const { id_concorso } = banca
  const [counting, setCounting] = useState(false)
  const [onPaper, setOnPaper] = useState(false)
  const { percent } = useSnapshot(extraTime)
  const { inCorso, start } = useStartProva(id_concorso)
  const begin = async () => {
    setCounting(true)
    const left = await countMaterieLeft(toProvaFiltro(id_concorso, EMPTY_FORM), '')
    setCounting(false)
    if (!left.ok) return showError(left.error)
    const form = formOfEsame(esame, left.value, onPaper)
    if (form) await start(form, left.value)
    else showError({ codice: 'NESSUNA_DOMANDA' })
  }
  return (
    <Card aria-labelledby="vero" className={base.capo}>
      <CardHead id="vero" title={texts.titolo} text={texts.regole(esame, percent)} />
      <Switch checked={onPaper} onChange={(e) => setOnPaper(e.currentTarget.checked)}>
        {texts.foglio}
      </Switch>
      <div className={base.azioni}>
        <Button
          variant="primario"
          icon={<IconPlay size={20} />}
          busy={counting || inCorso}
          label={texts.comincia_detto}
          onClick={() => void begin()}
        >
          {texts.comincia}
        </Button>
        <InstructionsButton banca={banca} />
      </div>
    </Card>
  )
}
