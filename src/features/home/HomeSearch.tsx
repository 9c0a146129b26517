import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale, FacetCounts } from '#contract/database'
import type { Concorso } from '#contract/schemas'
import { findsName } from '#rules/name-search'
import { isPercorso } from '#rules/raccolta'
import { BancaRow } from '../../components/BancaRow.tsx'
import { findConcorsi } from '../../domain/catalog-state.ts'
import { hrefBanca, hrefCatalog, hrefList, hrefRicerca } from '../../domain/hrefs.ts'
import { network } from '../../platform/network.ts'
import { onStore } from '../../store/on-store.ts'
import { findPercorsi, percorsoAsConcorso } from '../../sync/raccolte.ts'
import { homeText, bancheText as texts } from '../../text/banche.ts'
import { formatDomande } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../ui/base.tsx'
import { IconFilter } from '../../ui/icons.ts'
import { AddableConcorsi } from './AddableConcorsi.tsx'
import css from './home.module.css'

/** Quiet milliseconds before a request to the server. */
const QUIET_MS = 300
/** Quiet milliseconds before a search on this device. */
const SHORT_QUIET_MS = 120

/** Limit of subjects shown, because those of many banks would hide the cards below. */
const MAX_MATERIE = 8

const holds = (b: BancaLocale, text: string) => findsName([b.concorso, b.ente, b.profilo, b.anno].join(' '), text)

/**
 * Searches the account's banks and subjects at once, the published ones after the server's response [SC13].
 * Leads to the search of the questions inside.
 */
export default function HomeSearch({ text, own }: { text: string; own: readonly BancaLocale[] }) {
  const { online } = useSnapshot(network)
  const [others, setOthers] = useState<Concorso[] | null>(null)
  useEffect(() => {
    if (!online) return setOthers([])
    let alive = true
    const t = setTimeout(async () => {
      const [concorsi, percorsi] = await Promise.all([findConcorsi(text), findPercorsi(text)])
      if (alive) setOthers([...concorsi, ...(percorsi.ok ? percorsi.value.map(percorsoAsConcorso) : [])])
    }, QUIET_MS)
    return () => {
      alive = false
      clearTimeout(t)
    }
  }, [text, online])

  const present = own.some((b) => b.n_domande > 0)
  const materie = useMatchingMaterie(text, present)
  const found = own.filter((b) => holds(b, text))
  const addable = (others ?? []).filter((c) => !own.some((b) => b.id_concorso === c.id_concorso))
  const total = found.length + addable.length
  const paths = [...found, ...addable].filter((c) => isPercorso(c.id_concorso)).length
  return (
    <Stack>
      <Muted small role="status">
        {total + materie.length > 0
          ? homeText.risultati(total - paths, materie.length + paths)
          : others === null
            ? homeText.cercando
            : homeText.nessuna}
      </Muted>
      <InDomande text={text} present={present} />
      {found.length > 0 && (
        <Card aria-label={homeText.cercate_tue}>
          <h2>{homeText.cercate_tue}</h2>
          <div>
            {found.map((b) => (
              <BancaRow
                key={b.id_concorso}
                href={b.n_domande > 0 ? hrefBanca(b.id_concorso) : hrefList(b.id_concorso)}
                title={b.concorso}
                below={[b.ente, b.anno, texts.domande(b.n_domande, b.n_domande_totali)]
                  .filter((x) => x !== null)
                  .join(' · ')}
              />
            ))}
          </div>
        </Card>
      )}
      {materie.length > 0 && (
        <Card aria-label={homeText.cercate_materie}>
          <h2>{homeText.cercate_materie}</h2>
          <div>
            {materie.slice(0, MAX_MATERIE).map((m) => (
              <BancaRow
                key={`${m.id_concorso} ${m.id_materia}`}
                href={hrefRicerca(`banche=${m.id_concorso}&materie=${m.id_materia}`)}
                title={m.materia}
                below={`${m.concorso} · ${formatDomande(m.n)}`}
              />
            ))}
          </div>
        </Card>
      )}
      {addable.length > 0 && (
        <AddableConcorsi
          id="altre"
          title={homeText.cercate_altre}
          concorsi={addable}
          all={{ href: hrefCatalog(text), text: homeText.nel_catalogo }}
        />
      )}
    </Stack>
  )
}

/** Returns the subjects of the banks on the device whose names have all these words. */
function useMatchingMaterie(text: string, present: boolean): readonly LocalMateria[] {
  const [all, setAll] = useState<readonly LocalMateria[]>([])
  useEffect(() => {
    let alive = true
    if (present) void listLocalMaterie().then((materie) => alive && setAll(materie))
    return () => {
      alive = false
    }
  }, [present])
  return present ? all.filter(({ materia }) => findsName(materia, text)) : []
}

/** Leads to the advanced search, with its number of questions where a bank is on the device [SC13]. */
function InDomande({ text, present }: { text: string; present: boolean }) {
  // Store the counted words with their number, so that the number never stands beside newer words.
  const [counted, setCounted] = useState<{ n: number; text: string } | null>(null)
  useEffect(() => {
    if (!present) return
    let alive = true
    const t = setTimeout(async () => {
      const n = await countWithWords(text)
      if (alive) setCounted(n === null ? null : { n, text })
    }, SHORT_QUIET_MS)
    return () => {
      alive = false
      clearTimeout(t)
    }
  }, [text, present])
  return (
    <Card aria-labelledby="nelle-domande" className={css.nelle}>
      <div>
        <h2 id="nelle-domande">{homeText.nelle_domande}</h2>
        <Muted small role="status">
          {!present
            ? homeText.nelle_domande_nota
            : counted === null
              ? homeText.cercando
              : homeText.domande_con(counted.n, counted.text)}
        </Muted>
      </div>
      <ButtonLink
        variant={present && counted?.n !== 0 ? 'primario' : 'bordo'}
        href={hrefRicerca(new URLSearchParams({ parole: text }).toString())}
        icon={<IconFilter size={20} />}
      >
        {homeText.avanzata}
      </ButtonLink>
    </Card>
  )
}

/** Counts the questions on the device that have these words; null when the store fails. */
async function countWithWords(text: string): Promise<number | null> {
  const result = await onStore((db) => db.searchDomande({ filtro: { testo: text }, ordine: 'UFFICIALE', seme: 0 }))
  return result.ok ? result.value.id_domande.length : null
}

type LocalMateria = FacetCounts['per_materia'][number] & { concorso: string }

/** Reads every subject of the banks on the device; none when the store fails. */
async function listLocalMaterie(): Promise<LocalMateria[]> {
  const result = await onStore((db) => db.countRicerca({ filtro: {} }))
  if (!result.ok) return []
  const { per_materia, per_concorso } = result.value
  const names = new Map(per_concorso.map(({ id_concorso, concorso }) => [id_concorso, concorso]))
  return per_materia.map((m) => ({ ...m, concorso: names.get(m.id_concorso) ?? '' }))
}
