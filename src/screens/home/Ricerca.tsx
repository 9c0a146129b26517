import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Concorso } from '#contract/schemi'
import { findConcorsi } from '../../state/catalogo.ts'
import { hrefBanca, hrefCatalogo, hrefRicerca } from '../../state/indirizzi.ts'
import { rete } from '../../state/rete.ts'
import { countParole } from '../../state/ricerca.ts'
import { home, banche as testi } from '../../text/banche.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { IconFilter } from '../../ui/icone.ts'
import { VoceBanca } from '../../ui/VoceBanca.tsx'
import { DaAggiungere } from './DaAggiungere.tsx'
import css from './home.module.css'

/** Quiet milliseconds before the server is asked. */
const QUIETE_MS = 300
/** The same before this device is asked. */
const QUIETE_BREVE_MS = 120

const piano = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const holds = (b: BancaLocale, testo: string) => {
  const tutto = piano([b.concorso, b.ente, b.profilo, b.anno].join(' '))
  return piano(testo)
    .split(/\s+/)
    .every((parola) => tutto.includes(parola))
}

/** Search across banks: the account's own at once, the published ones when the server answers, and the questions inside [SC13]. */
export function Ricerca({ testo, mie }: { testo: string; mie: readonly BancaLocale[] }) {
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
      <NelleDomande testo={testo} mie={mie} />
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
        <DaAggiungere
          id="altre"
          titolo={home.cercate_altre}
          concorsi={nuove}
          tutto={{ href: hrefCatalogo(testo), testo: home.nel_catalogo }}
        />
      )}
    </Stack>
  )
}

/** The way to the advanced search; how many questions it will show, where there are banks to look into [SC13]. */
function NelleDomande({ testo, mie }: { testo: string; mie: readonly BancaLocale[] }) {
  const [n, setN] = useState<number | null>(null)
  const presenti = mie.some((b) => b.n_domande > 0)
  useEffect(() => {
    if (!presenti) return
    let vivo = true
    const t = setTimeout(async () => {
      const trovate = await countParole(testo)
      if (vivo) setN(trovate)
    }, QUIETE_BREVE_MS)
    return () => {
      vivo = false
      clearTimeout(t)
    }
  }, [testo, presenti])
  return (
    <Card aria-labelledby="nelle-domande" className={css.nelle}>
      <div>
        <h2 id="nelle-domande">{home.nelle_domande}</h2>
        <Muted piccolo role="status">
          {!presenti ? home.nelle_domande_nota : n === null ? home.cercando : home.domande_con(n, testo)}
        </Muted>
      </div>
      <ButtonLink
        variante={presenti && n !== 0 ? 'primario' : 'bordo'}
        href={hrefRicerca(new URLSearchParams({ parole: testo }).toString())}
        icona={<IconFilter size={20} />}
      >
        {home.avanzata}
      </ButtonLink>
    </Card>
  )
}
