import { useEffect, useState } from 'react'
import type { Domanda } from '#contract/database'
import type { Failure } from '#contract/result'
import { readImage } from '../../features/sedute/images.ts'
import { errorMessage } from '../../text/errors.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconImage, IconRetry } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/States.tsx'
import css from './figura.module.css'
import { Ingrandita } from './Ingrandita.tsx'

/** The image of a question, above its answers; a touch enlarges it. Missing, it says so and the answers stay. */
export function Figura({ domanda, numero }: { domanda: Domanda; numero: string }) {
  const { id_concorso, immagine } = domanda
  const [url, setUrl] = useState<string | null>(null)
  const [guasto, setGuasto] = useState<Failure | null>(null)
  const [giro, setGiro] = useState(0)
  const [grande, setGrande] = useState(false)
  const alt = domanda.alt ?? testi.figura(numero)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    if (immagine === null) return
    let vivo = true
    setGuasto(null)
    void readImage(id_concorso, immagine).then((esito) => {
      if (!vivo) return
      if (esito.ok) setUrl(esito.value)
      else setGuasto(esito.error)
    })
    return () => {
      vivo = false
    }
  }, [id_concorso, immagine, giro])
  if (guasto)
    return (
      <div className={css.mancante} role="status">
        <IconImage size={24} />
        <b>{testi.figura_mancante}</b>
        <Muted small>
          {guasto.codice === 'IMMAGINE_NON_DISPONIBILE' ? testi.figura_mancante_testo : errorMessage(guasto).text}
        </Muted>
        <Button size="sm" icon={<IconRetry size={16} />} onClick={() => setGiro((n) => n + 1)}>
          {testi.riprova}
        </Button>
      </div>
    )
  if (!url) return <Skeleton height={160} />
  return (
    <>
      <button type="button" className={css.figura} onClick={() => setGrande(true)}>
        <img src={url} alt={alt} onError={() => setGuasto({ codice: 'ENCODING_IMMAGINE_ERRATO' })} />
        <span className={css.nascosto}>. {testi.ingrandisci}</span>
      </button>
      {grande && <Ingrandita url={url} alt={alt} onChiudi={() => setGrande(false)} />}
    </>
  )
}
