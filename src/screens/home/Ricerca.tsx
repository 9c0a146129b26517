import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Concorso } from '#contract/schemi'
import { findConcorsi } from '../../state/catalogo.ts'
import { hrefAggiungi, hrefBanca } from '../../state/indirizzi.ts'
import { rete } from '../../state/rete.ts'
import { catalogo, home, banche as testi } from '../../text/banche.ts'
import { domande } from '../../text/formati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { IconFilter, IconPlus } from '../../ui/icone.ts'
import { VoceBanca } from '../../ui/VoceBanca.tsx'

/** Quiet milliseconds before the server is asked. */
const QUIETE_MS = 300

const piano = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const holds = (b: BancaLocale, testo: string) => {
  const tutto = piano([b.concorso, b.ente, b.profilo, b.anno].join(' '))
  return piano(testo)
    .split(/\s+/)
    .every((parola) => tutto.includes(parola))
}

/** Search across banks: the account's own at once, the published ones when the server answers [SC13]. */
export function Ricerca({ testo, mie, avanzata }: { testo: string; mie: readonly BancaLocale[]; avanzata: string }) {
  const { online } = useSnapshot(rete)
  const [altre, setAltre] = useState<Concorso[] | null>(null)
  useEffect(() => {
    if (!online) return setAltre([])
    let vivo = true
    const t = setTimeout(async () => {
      const trovate = await findConcorsi(testo)
      if (vivo) setAltre(trovate)
    }, QUIETE_MS)
    return () => {
      vivo = false
      clearTimeout(t)
    }
  }, [testo, online])

  const trovate = mie.filter((b) => holds(b, testo))
  const nuove = (altre ?? []).filter((c) => !mie.some((b) => b.id_concorso === c.id_concorso))
  const totale = trovate.length + nuove.length
  return (
    <Stack>
      <Muted piccolo role="status">
        {altre === null && totale === 0 ? home.cercando : totale === 0 ? home.nessuna : home.risultati(totale)}
      </Muted>
      {trovate.length > 0 && (
        <Card aria-label={home.cercate_tue}>
          <h2>{home.cercate_tue}</h2>
          <div>
            {trovate.map((b) => (
              <VoceBanca
                key={b.id_concorso}
                href={b.n_domande > 0 ? hrefBanca(b.id_concorso) : '/banche-dati'}
                titolo={b.concorso}
                sotto={[b.ente, b.anno, testi.domande(b.n_domande, b.n_domande_totali)]
                  .filter((x) => x !== null)
                  .join(' · ')}
              />
            ))}
          </div>
        </Card>
      )}
      {nuove.length > 0 && (
        <Card aria-label={home.cercate_altre}>
          <h2>{home.cercate_altre}</h2>
          <div>
            {nuove.map((c) => (
              <VoceBanca
                key={c.id_concorso}
                titolo={c.concorso}
                sotto={[c.ente.ente, c.anno, domande(c.numero_domande)].filter((x) => x !== null).join(' · ')}
                destra={
                  <ButtonLink
                    variante="tenue"
                    misura="sm"
                    href={hrefAggiungi(c.id_concorso)}
                    etichetta={catalogo.aggiungi_nome(c.concorso)}
                    icona={<IconPlus size={16} />}
                  >
                    {catalogo.aggiungi}
                  </ButtonLink>
                }
              />
            ))}
          </div>
        </Card>
      )}
      <div>
        <ButtonLink variante="bordo" href={avanzata} icona={<IconFilter size={20} />}>
          {home.avanzata}
        </ButtonLink>
      </div>
    </Stack>
  )
}
