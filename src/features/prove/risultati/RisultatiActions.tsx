import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { otherVersione } from '#rules/prova/foglio'
import { startSeduta } from '../../../domain/banca-state.ts'
import { findBanca } from '../../../domain/banche-state.ts'
import { hrefSeduta } from '../../../domain/hrefs.ts'
import { preferences } from '../../../domain/preferences.ts'
import { showError, showToast } from '../../../session/notices.ts'
import { sheetText } from '../../../text/foglio.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import base from '../../../ui/base.module.css'
import { IconEye, IconGrid, IconRepeat, IconShare } from '../../../ui/icons.ts'
import { PrintWay } from '../../stampa/index.ts'
import type { RisultatiData } from '../read-risultati.ts'
import { type MarkedPlace, passesReview } from './analysis.ts'
import { REVIEW_ID } from './ReviewList.tsx'
import { redoSheet } from './redo-sheet.ts'
import { drawScore, shareImage } from './score-image.ts'

/** Actions on a result, to share it, to review it and to practise the wrong answers. */
export function RisultatiActions({
  data,
  places,
  onReview,
}: {
  data: RisultatiData
  places: readonly MarkedPlace[]
  onReview: () => void
}) {
  const { seduta, prova } = data
  const banca = findBanca(seduta.id_concorso)
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  // Review the costliest outcome first, wrong answers, then those worth a part, then blanks.
  const toReview =
    (['errate', 'neutre', 'vuote'] as const).find((f) => places.some((p) => passesReview(p, f))) ?? 'vuote'
  const toReviewPlaces = places.filter((p) => passesReview(p, toReview))
  const review = async () => {
    setBusy(true)
    const chosen = Int32Array.from(toReviewPlaces, (p) => p.domanda.id_domanda)
    const filter = { id_concorso: seduta.id_concorso }
    const result = await startSeduta({ filtro: filter, ordine: 'CASUALE', mescola, avanti_da_sola, scelte: chosen })
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void review() })
  }
  // Offer the sheet again only while every question is still here.
  const foglio = places.length === seduta.id_domande.length ? data.prova.foglio : undefined
  const redo = async (version: NonNullable<typeof foglio>) => {
    setBusy(true)
    const result = await redoSheet(data, version)
    setBusy(false)
    if (result.ok) navigate(hrefSeduta(result.value))
    else showError(result.error, { riprova: () => void redo(version) })
  }
  const share = async () => {
    const image = await drawScore(data)
    const how = image && (await shareImage(image, testi.esiti[data.consegna.punteggio.esito]))
    if (how === 'salvata') showToast({ text: testi.condividi_fatto })
    if (how === null) showToast({ text: testi.condividi_no })
  }
  return (
    <div className={base.azioni}>
      {toReviewPlaces.length > 0 && (
        <Button variant="primario" icon={<IconRepeat size={20} />} busy={busy} onClick={() => void review()}>
          {testi.ripassa[toReview](toReviewPlaces.length)}
        </Button>
      )}
      {foglio && (
        <Button icon={<IconGrid size={20} />} busy={busy} onClick={() => void redo(foglio)}>
          {sheetText.rifai(otherVersione(foglio))}
        </Button>
      )}
      <Button icon={<IconShare size={20} />} onClick={() => void share()}>
        {testi.condividi}
      </Button>
      {places.length > 0 && (
        <Button
          icon={<IconEye size={20} />}
          onClick={() => {
            onReview()
            const title = document.getElementById(REVIEW_ID)
            title?.scrollIntoView({ block: 'start' })
            title?.focus({ preventScroll: true })
          }}
        >
          {testi.rivedi_tutta}
        </Button>
      )}
      {banca && places.length > 0 && (
        <PrintWay
          banca={banca}
          filtro={{ id_concorso: banca.id_concorso }}
          ordine="UFFICIALE"
          materie={[]}
          count={places.length}
          scelte={{
            titolo: prova.regole.nome ?? testi.stampa,
            id_domande: places.map((p) => p.domanda.id_domanda),
            inOrder: true,
          }}
        />
      )}
    </div>
  )
}
