import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { ProvaInBreve } from '#contract/prova'
import { hrefNuovaProva, hrefRisultati } from '../../state/indirizzi.ts'
import { readStoria } from '../../state/risultati.ts'
import { punti } from '../../text/prova.ts'
import { risultati, prove as testi } from '../../text/risultati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { IconCheck, IconTarget, IconX } from '../../ui/icone.ts'
import css from './prove.module.css'

/** Trials shown in the bank; the others are in the result's trend. */
const ULTIME = 3

/** A trial of one's own, and how the last ones went [SC16][SI3]. */
export function Prove({ id_concorso }: { id_concorso: number }) {
  const [storia, setStoria] = useState<readonly ProvaInBreve[]>([])
  useEffect(() => {
    let vivo = true
    void readStoria(id_concorso, ULTIME).then((lette) => vivo && setStoria(lette))
    return () => {
      vivo = false
    }
  }, [id_concorso])
  return (
    <Card aria-labelledby="prove">
      <Stack>
        <div className={css.testa}>
          <div>
            <h2 id="prove">{testi.titolo}</h2>
            <Muted piccolo>{testi.nuova_testo}</Muted>
          </div>
          <ButtonLink href={hrefNuovaProva(id_concorso)} icona={<IconTarget size={20} />}>
            {testi.nuova}
          </ButtonLink>
        </div>
        {storia.length > 0 && (
          <ul className={css.elenco} aria-label={testi.ultime}>
            {storia.map((p) => (
              <li key={p.id}>
                <Link
                  className={css.voce}
                  href={hrefRisultati(p)}
                  aria-label={testi.vedi(p.punti, p.massimo, risultati.giorno(p.consegnata))}
                >
                  <span>{risultati.giorno_breve(p.consegnata)}</span>
                  <b>
                    {punti(p.punti)}
                    <small>{risultati.su(p.massimo)}</small>
                  </b>
                  {p.superata !== null && (
                    <Chip
                      tono={p.superata ? 'ok' : 'errore'}
                      icona={p.superata ? <IconCheck size={16} /> : <IconX size={16} />}
                    >
                      {p.superata ? risultati.storia_esiti.si : risultati.storia_esiti.no}
                    </Chip>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}
