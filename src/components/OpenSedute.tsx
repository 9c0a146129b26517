import { useId, useState } from 'react'
import { MARTELLA, SEVERAL_BANCHE, type SedutaSummary } from '#contract/database'
import { martellaText } from '../text/martella.ts'
import { openSeduteText as texts } from '../text/open-sedute.ts'
import { provaDialogsText } from '../text/prova-dialogs.ts'
import { Button } from '../ui/Button.tsx'
import { Card, Muted, Row } from '../ui/base.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { IconPlay } from '../ui/icons.ts'
import css from './OpenSedute.module.css'

/** Actions on a sitting left open. */
export type OpenSeduteActions = {
  onContinue: (seduta: SedutaSummary) => void
  /** Abandons the sitting. */
  onClose: (seduta: SedutaSummary) => void
  /** Delivers a trial as it stands. */
  onDeliver: (seduta: SedutaSummary) => void
  /** Counts the marked places of a trial; null for one that cannot be delivered. */
  countDate: (seduta: SedutaSummary) => Promise<number | null>
}

/** List of the open sittings, to go on or close [EX13]. Closing a trial asks first, because its marks count nowhere yet. */
export function OpenSedute({ aperte: open, ...actions }: OpenSeduteActions & { aperte: readonly SedutaSummary[] }) {
  const [asked, setAsked] = useState<{ seduta: SedutaSummary; date: number | null } | null>(null)
  const [all, setAll] = useState(false)
  const close = async (seduta: SedutaSummary) => {
    if (seduta.tipo !== 'PROVA_PERSONALIZZATA') actions.onClose(seduta)
    else setAsked({ seduta, date: await actions.countDate(seduta) })
  }
  const choose = (f: OpenSeduteActions['onClose'], seduta: SedutaSummary) => {
    setAsked(null)
    f(seduta)
  }
  const shown = all ? open : open.slice(0, 1)
  return (
    <>
      {shown.map((a) => (
        <OpenSeduta key={a.id} seduta={a} onContinue={() => actions.onContinue(a)} onClose={() => void close(a)} />
      ))}
      {open.length > 1 && (
        <div>
          <Button variant="fantasma" flush="start" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts.meno : texts.altre(open.length - 1)}
          </Button>
        </div>
      )}
      {asked && (
        <CloseDialog
          {...asked}
          onNo={() => setAsked(null)}
          onAbandon={() => choose(actions.onClose, asked.seduta)}
          onDeliver={() => choose(actions.onDeliver, asked.seduta)}
        />
      )}
    </>
  )
}

function OpenSeduta({
  seduta,
  onContinue,
  onClose,
}: {
  seduta: SedutaSummary
  onContinue: () => void
  onClose: () => void
}) {
  const id = useId()
  const { tipo, id_concorso, indice, n } = seduta
  const detail = detailOf(seduta)
  const title = seduta.ordine === MARTELLA ? martellaText.titolo : texts.titoli[tipo]
  return (
    <Card aria-labelledby={id} className={css.aperta}>
      <div>
        <h2 id={id}>{id_concorso === SEVERAL_BANCHE ? texts.su_piu_banche(title) : title}</h2>
        {detail !== null && <Muted small>{detail}</Muted>}
        {seduta.altrove && <Muted small>{texts.altrove}</Muted>}
      </div>
      <Row wrap>
        <Button variant="tenue" size="sm" icon={<IconPlay size={20} />} onClick={onContinue}>
          {texts.continua(indice + 1, n)}
        </Button>
        {/* Hide the button of a simulation, which has a clock and a ranking and is abandoned only from inside. */}
        {tipo !== 'SIMULAZIONE' && (
          <Button variant="fantasma" size="sm" label={`${texts.chiudi}: ${texts.quale[tipo]}`} onClick={onClose}>
            {texts.chiudi}
          </Button>
        )}
      </Row>
    </Card>
  )
}

/** Returns the counts of an exercise; of a trial only its start, because outcomes wait for the delivery. */
function detailOf({ tipo, corrette, errate, iniziata }: SedutaSummary): string | null {
  if (tipo === 'ESERCITAZIONE') return texts.conti(corrette, errate)
  return tipo === 'SIMULAZIONE' || tipo === 'PROVA_PERSONALIZZATA'
    ? `${texts.iniziata(iniziata)}. ${texts.riprendi}`
    : null
}

/** Dialog before a trial is closed from outside, to leave it open, deliver it or abandon it. */
const CloseDialog = ({
  seduta,
  date: marked,
  onNo,
  onDeliver,
  onAbandon,
}: {
  seduta: SedutaSummary
  date: number | null
  onNo: () => void
  onDeliver: () => void
  onAbandon: () => void
}) => (
  <ConfirmDialog
    title={texts.prova_titolo}
    no={texts.prova_no}
    yes={provaDialogsText.uscita_abbandona}
    third={marked !== null && <Button onClick={onDeliver}>{provaDialogsText.uscita_consegna}</Button>}
    danger
    onNo={onNo}
    onYes={onAbandon}
  >
    {marked !== null && `${texts.prova_date(marked, seduta.n)} ${texts.prova_consegna} `}
    {texts.prova_abbandona}
  </ConfirmDialog>
)
