import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { hrefSeduta } from '../../../app/hrefs.ts'
import { showError, showToast } from '../../../app/notices.ts'
import { startSeduta } from '../../../features/banche/banca-state.ts'
import type { RisultatiData } from '../../../features/prove/read-risultati.ts'
import { preferences } from '../../../features/sedute/preferences.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconEye, IconRepeat, IconShare } from '../../../ui/icons.ts'
import { type PostoValutato, passa } from './analisi.ts'
import { disegna, manda } from './immagine.ts'
import { ID_RIVEDI } from './Rivedi.tsx'

/** What to do with a result: tell it, look through it, practise what was wrong. */
export function Azioni({ dati, posti }: { dati: RisultatiData; posti: readonly PostoValutato[] }) {
  const { seduta } = dati
  const { avanti_da_sola, mescola } = useSnapshot(preferences)
  const [, navigate] = useLocation()
  const [inCorso, setInCorso] = useState(false)
  // What cost most comes first: wrong answers, then those worth a part, then blanks.
  const daRipassare =
    (['errate', 'accettabili', 'vuote'] as const).find((f) => posti.some((p) => passa(p, f))) ?? 'vuote'
  const scelti = posti.filter((p) => passa(p, daRipassare))
  const ripassa = async () => {
    setInCorso(true)
    const scelte = Int32Array.from(scelti, (p) => p.domanda.id_domanda)
    const filtro = { id_concorso: seduta.id_concorso }
    const esito = await startSeduta({ filtro, ordine: 'CASUALE', mescola, avanti_da_sola, scelte })
    setInCorso(false)
    if (esito.ok) navigate(hrefSeduta(esito.value))
    else showError(esito.error, { riprova: () => void ripassa() })
  }
  const condividi = async () => {
    const immagine = await disegna(dati)
    const come = immagine && (await manda(immagine, testi.esiti[dati.consegna.punteggio.esito]))
    if (come === 'salvata') showToast({ text: testi.condividi_fatto })
    if (come === null) showToast({ text: testi.condividi_no })
  }
  return (
    <>
      <Button icon={<IconShare size={20} />} onClick={() => void condividi()}>
        {testi.condividi}
      </Button>
      <Button
        icon={<IconEye size={20} />}
        onClick={() => {
          const titolo = document.getElementById(ID_RIVEDI)
          titolo?.scrollIntoView({ block: 'start' })
          titolo?.focus({ preventScroll: true })
        }}
      >
        {testi.rivedi_tutta}
      </Button>
      {scelti.length > 0 && (
        <Button variant="primario" icon={<IconRepeat size={20} />} busy={inCorso} onClick={() => void ripassa()}>
          {testi.ripassa[daRipassare](scelti.length)}
        </Button>
      )}
    </>
  )
}
