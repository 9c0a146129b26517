import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import { MARTELLA, type RispostaSeduta } from '#contract/database'
import { isUncounted } from '#rules/esito'
import { AbsentDomande } from '../../../components/AbsentDomande.tsx'
import { MovementLine } from '../../../components/dopo/AfterLines.tsx'
import { AppointmentCard } from '../../../components/dopo/AppointmentCard.tsx'
import { FailureState } from '../../../components/ErrorState.tsx'
import { LivelloBar, LivelloTiles } from '../../../components/Livelli.tsx'
import { useRead } from '../../../components/useRead.ts'
import { startSeduta } from '../../../domain/banca-state.ts'
import { hrefAfter, hrefSeduta, readRaccolta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError } from '../../../session/notices.ts'
import { dopoText, errorSentence } from '../../../text/dopo.ts'
import { martellaText } from '../../../text/martella.ts'
import { wayBackText } from '../../../text/way-back.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { IconPlay, IconRepeat } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonCards } from '../../../ui/States.tsx'
import { AnswersReview } from './AnswersReview.tsx'
import { countLivelloMoves, countSeduta } from './counts.ts'
import { MaterieCard } from './MaterieCard.tsx'
import { type RiepilogoData, readRiepilogo } from './read-riepilogo.ts'
import css from './riepilogo.module.css'
import { ScoreCard } from './ScoreCard.tsx'
import { riepilogoText as texts } from './text.ts'

/**
 * Screen `/riepilogo?seduta=ID` shows how a sitting went, per subject [RT7]; the guard lets in only from a bank or an exercise
 * [RT24].
 */
export default function RiepilogoScreen() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('seduta') ?? ''
  const written = readRaccolta(query)
  const { dati: data, guasto } = useRead(readRiepilogo, id)
  const back = written === null ? '/banche-dati' : hrefAfter({ id_concorso: written })
  if (guasto)
    return (
      <Page title={texts.titolo} back={back}>
        <FailureState title={texts.errore} error={guasto}>
          <ButtonLink variant="primario" href={back}>
            {wayBackText(back)}
          </ButtonLink>
        </FailureState>
      </Page>
    )
  if (!data)
    return (
      <Page title={texts.titolo} back={back}>
        <SkeletonCards />
      </Page>
    )
  return <ReadyRiepilogo data={data} back={hrefAfter(data.seduta)} />
}

/** Returns true when none of the answered questions is on this device. */
const isAbsent = ({ righe: rows, seduta }: RiepilogoData): boolean => rows.length === 0 && seduta.risposte.length > 0

function ReadyRiepilogo({ data, back }: { data: RiepilogoData; back: string }) {
  const { seduta, nome: name, n, righe: rows } = data
  const counted = rows.filter((r) => !(r.risposta && isUncounted(r.domanda, r.risposta)))
  const annulled = rows.length - counted.length
  const counts = countSeduta(seduta.risposte, n)
  const answered = counted.filter((r) => r.risposta && r.risposta.esito !== 'nulla')
  const sentence = errorSentence(
    answered.filter((r) => r.risposta?.esito === 'errata').map((r) => r.domanda),
    answered.map((r) => r.domanda),
  )
  const { movement, appointment } = data.dopo
  return (
    <Page
      title={texts.titolo}
      back={back}
      above={<Muted small>{texts.sopra(name ?? texts.piu_banche, seduta.aggiornata)}</Muted>}
    >
      <div className={css.griglia}>
        <ScoreCard counts={counts} annullate={annulled} n={n}>
          {sentence !== null && <p>{sentence}</p>}
          {data.domate > 0 && <p>{texts.domate(data.domate)}</p>}
          {movement && <MovementLine movement={movement} />}
          <RiepilogoActions data={data} back={back} />
        </ScoreCard>
        {isAbsent(data) ? <AbsentDomande /> : <AnswersReview rows={rows} />}
        {appointment && (
          <div className={css.domani}>
            <AppointmentCard id_concorso={seduta.id_concorso} appointment={appointment} />
          </div>
        )}
        <LivelliMoves risposte={data.mosse} />
        <MaterieCard rows={counted} n={n} />
      </div>
    </Page>
  )
}

/** Next steps with this sitting's own questions, first those got wrong, then those never reached. */
function RiepilogoActions({ data, back }: { data: RiepilogoData; back: string }) {
  const { seduta, errate, non_date } = data
  const { id_concorso, stato } = seduta
  const ended = stato === 'consegnata' || stato === 'abbandonata'
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const drill = seduta.ordine === MARTELLA
  const start = async (scelte: Int32Array, ordine: 'CASUALE' | 'UFFICIALE' | typeof MARTELLA) => {
    setBusy(true)
    const result = await startSeduta({ filtro: { id_concorso }, mescola, avanti_da_sola, scelte, ordine })
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void start(scelte, ordine) })
  }
  return (
    <div className={base.azioni}>
      {errate.length > 0 && (
        <Button
          variant="primario"
          icon={<IconRepeat size={20} />}
          busy={busy}
          onClick={() => void start(errate, drill ? MARTELLA : 'CASUALE')}
        >
          {drill ? martellaText.rimaste(errate.length) : dopoText.ripassa(errate.length)}
        </Button>
      )}
      {!ended && (
        <ButtonLink href={hrefSeduta(seduta)} icon={<IconPlay size={20} />}>
          {texts.riprendi}
        </ButtonLink>
      )}
      {ended && non_date.length > 0 && !isAbsent(data) && (
        <Button icon={<IconPlay size={20} />} busy={busy} onClick={() => void start(non_date, 'UFFICIALE')}>
          {texts.continua(non_date.length)}
        </Button>
      )}
      <ButtonLink href={back} variant={errate.length > 0 ? 'bordo' : 'primario'}>
        {wayBackText(back)}
      </ButtonLink>
    </div>
  )
}

/** Moves of the levels of the answered questions. */
function LivelliMoves({ risposte }: { risposte: readonly RispostaSeduta[] }) {
  if (risposte.length === 0) return null
  const { fresh, freshAfter, up, down, still, before, after } = countLivelloMoves(risposte)
  const moves = [
    up > 0 ? texts.saliti(up) : null,
    down > 0 ? texts.scesi(down) : null,
    still > 0 ? texts.fermi(still) : null,
  ].filter((f) => f !== null)
  const moved = moves.length > 0
  return (
    <Card aria-labelledby="mosse" className={css.livelli}>
      <Stack>
        <div>
          <h2 id="mosse">{moved ? texts.livelli : texts.livelli_nuovi}</h2>
          {fresh > 0 && <Muted small>{texts.nuove(fresh, freshAfter)}</Muted>}
          {moved && <Muted small>{texts.mosse(moves)}</Muted>}
        </div>
        <div className={css.barre}>
          {moved && (
            <>
              <span>{texts.prima}</span>
              <LivelloBar per_livello={before} />
            </>
          )}
          <span>{texts.dopo}</span>
          <LivelloBar per_livello={after} size="grande" />
        </div>
        <LivelloTiles per_livello={after} />
      </Stack>
    </Card>
  )
}
