import type { Failure } from '#contract/result'
import { type Azione, fraseErrore, azioni as testiAzioni } from '../text/errori.ts'
import { Button } from './Button.tsx'
import { Chip } from './base.tsx'
import { Dialog } from './Dialog.tsx'
import { IconWarn } from './icone.ts'

export type AttenzioneProps = {
  guasto: Failure
  /** What each way out does here; one that is missing is not offered. `ho_capito` always closes. */
  su?: Partial<Record<Azione, () => void>>
  onChiudi: () => void
}

/** The dialog of every error (spec §8): titled 'Attenzione', what happened, what to do, focus on the way out. */
export function Attenzione({ guasto, su = {}, onChiudi }: AttenzioneProps) {
  const frase = fraseErrore(guasto)
  const offerte = frase.azioni.filter((a) => a !== 'ho_capito' && su[a])
  const principale = offerte[0]
  const run = (azione: Azione) => () => {
    onChiudi()
    su[azione]?.()
  }
  return (
    <Dialog
      titolo={testiAzioni.titolo}
      ruolo="avviso"
      onChiudi={onChiudi}
      sopra={
        frase.tema && (
          <div>
            <Chip tono="avviso" icona={<IconWarn size={16} />}>
              {frase.tema}
            </Chip>
          </div>
        )
      }
      azioni={
        <>
          {principale && <Button onClick={onChiudi}>{testiAzioni.voci.ho_capito}</Button>}
          {offerte.slice(1).map((a) => (
            <Button key={a} onClick={run(a)}>
              {testiAzioni.voci[a]}
            </Button>
          ))}
          <Button variante="primario" data-primo onClick={principale ? run(principale) : onChiudi}>
            {testiAzioni.voci[principale ?? 'ho_capito']}
          </Button>
        </>
      }
    >
      <p>{frase.testo}</p>
    </Dialog>
  )
}
