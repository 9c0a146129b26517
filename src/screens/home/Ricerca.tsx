import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { Concorso } from '#contract/schemi'
import { matches, parseQuery, testoRicerca } from '#rules/testo'
import { findConcorsi } from '../../state/catalogo.ts'
import { hrefBanca, hrefCatalogo, hrefRicerca } from '../../state/indirizzi.ts'
import { rete } from '../../state/rete.ts'
import { countParole, listMaterie, type MateriaQui } from '../../state/ricerca.ts'
import { home, banche as testi } from '../../text/banche.ts'
import { domande } from '../../text/formati.ts'
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

/** Subjects shown: of many banks they would hide what stands below. */
const MATERIE = 8

const hasParole = (nome: string, testo: string): boolean => {
  const termini = parseQuery(testo)
  return termini.length > 0 && matches(testoRicerca({ testo: nome, risposte: [] }), termini, 'ALL')
}
const holds = (b: BancaLocale, testo: string) => hasParole([b.concorso, b.ente, b.profilo, b.anno].join(' '), testo)

/**
 * Search across banks and subjects: the account's own at once, the published banks when the server answers, and the questions
 * inside [SC13].
 */
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

  const presenti = mie.some((b) => b.n_domande > 0)
  const materie = useMaterie(testo, presenti)
  const trovate = mie.filter((b) => holds(b, testo))
  const nuove = (altre ?? []).filter((c) => !mie.some((b) => b.id_concorso === c.id_concorso))
  const totale = trovate.length + nuove.length
  return (
    <Stack>
      <Muted piccolo role="status">
        {totale + materie.length > 0
          ? home.risultati(totale, materie.length)
          : altre === null
            ? home.cercando
            : home.nessuna}
      </Muted>
      <NelleDomande testo={testo} presenti={presenti} />
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
      {materie.length > 0 && (
        <Card aria-label={home.cercate_materie}>
          <h2>{home.cercate_materie}</h2>
          <div>
            {materie.slice(0, MATERIE).map((m) => (
              <VoceBanca
                key={`${m.id_concorso} ${m.id_materia}`}
                href={hrefRicerca(`banche=${m.id_concorso}&materie=${m.id_materia}`)}
                titolo={m.materia}
                sotto={`${m.concorso} · ${domande(m.n)}`}
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

/** Subjects of the banks on the device whose names have all these words. */
function useMaterie(testo: string, presenti: boolean): readonly MateriaQui[] {
  const [tutte, setTutte] = useState<readonly MateriaQui[]>([])
  useEffect(() => {
    let vivo = true
    if (presenti) void listMaterie().then((materie) => vivo && setTutte(materie))
    return () => {
      vivo = false
    }
  }, [presenti])
  return presenti ? tutte.filter(({ materia }) => hasParole(materia, testo)) : []
}

/** The way to the advanced search; how many questions it will show, where there are banks to look into [SC13]. */
function NelleDomande({ testo, presenti }: { testo: string; presenti: boolean }) {
  // With the words that were counted: never a number beside words that it is not of.
  const [contate, setContate] = useState<{ n: number; testo: string } | null>(null)
  useEffect(() => {
    if (!presenti) return
    let vivo = true
    const t = setTimeout(async () => {
      const n = await countParole(testo)
      if (vivo) setContate(n === null ? null : { n, testo })
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
          {!presenti
            ? home.nelle_domande_nota
            : contate === null
              ? home.cercando
              : home.domande_con(contate.n, contate.testo)}
        </Muted>
      </div>
      <ButtonLink
        variante={presenti && contate?.n !== 0 ? 'primario' : 'bordo'}
        href={hrefRicerca(new URLSearchParams({ parole: testo }).toString())}
        icona={<IconFilter size={20} />}
      >
        {home.avanzata}
      </ButtonLink>
    </Card>
  )
}
