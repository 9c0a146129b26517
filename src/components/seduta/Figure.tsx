import { useEffect, useState } from 'react'
import type { Domanda } from '#contract/database'
import type { Failure } from '#contract/result'
import { errorMessage } from '../../text/errors.ts'
import { esercitazioneText as testi } from '../../text/esercitazione.ts'
import { Button } from '../../ui/Button.tsx'
import { Muted } from '../../ui/base.tsx'
import { IconImage, IconRetry } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/States.tsx'
import { FigureZoom } from './FigureZoom.tsx'
import css from './figure.module.css'
import { readImage } from './images.ts'

/** Error codes whose sentence already says that one may answer. */
const DAMAGED: ReadonlySet<string> = new Set(['ENCODING_IMMAGINE_ERRATO', 'TIPO_IMMAGINE_ERRATO'])

/** Returns why an image is not shown, and that the question can be answered all the same. */
function whyMissing(error: Failure): string {
  if (error.codice === 'IMMAGINE_NON_DISPONIBILE') return testi.figura_mancante_testo
  const { text } = errorMessage(error)
  return DAMAGED.has(error.codice) ? text : `${text} ${testi.figura_mancante_testo}`
}

/** Image of a question, above its answers, enlarged by a touch. When it is missing a notice shows and the answers stay. */
export function Figure({ domanda, number }: { domanda: Domanda; number: string }) {
  const { id_concorso, immagine: image } = domanda
  const [url, setUrl] = useState<string | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [round, setRound] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const alt = domanda.alt ?? testi.figura(number)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new try
  useEffect(() => {
    if (image === null) return
    let alive = true
    setError(null)
    void readImage(id_concorso, image).then((result) => {
      if (!alive) return
      if (result.ok) setUrl(result.value)
      else setError(result.error)
    })
    return () => {
      alive = false
    }
  }, [id_concorso, image, round])
  if (error)
    return (
      <div className={css.mancante} role="status">
        <IconImage size={24} />
        <b>{testi.figura_mancante}</b>
        <Muted small>{whyMissing(error)}</Muted>
        <Button size="sm" icon={<IconRetry size={16} />} onClick={() => setRound((n) => n + 1)}>
          {testi.riprova}
        </Button>
      </div>
    )
  if (!url) return <Skeleton height={160} />
  return (
    <>
      <button type="button" className={css.figura} onClick={() => setZoomed(true)}>
        <img src={url} alt={alt} onError={() => setError({ codice: 'ENCODING_IMMAGINE_ERRATO' })} />
        <span className={css.nascosto}>. {testi.ingrandisci}</span>
      </button>
      {zoomed && <FigureZoom url={url} alt={alt} onClose={() => setZoomed(false)} />}
    </>
  )
}
