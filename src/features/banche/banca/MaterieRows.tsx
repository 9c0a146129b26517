import { type ReactNode, useEffect, useState } from 'react'
import type { BancaLocale, RigaCompletamento } from '#contract/database'
import { LE_SAI } from '#rules/livello'
import { LivelloBar, LivelloGlyph } from '../../../components/Livelli.tsx'
import { readPointsToWin } from '../../../domain/points-to-win.ts'
import { useStartOggi } from '../../../domain/use-start-oggi.ts'
import { materieRowsText as texts } from '../../../text/materie.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Chip, Muted } from '../../../ui/base.tsx'
import { CardHead } from '../../../ui/CardHead.tsx'
import { IconPlay } from '../../../ui/icons.ts'
import css from './banca.module.css'

const SHOWN = 6
/** Smallest figure that is shown, thousandths of a point. */
const LEAST = 100

/** Share at the highest level that makes a subject known. */
const KNOWN_SHARE = 0.8
const isKnown = ({ totale, per_livello }: RigaCompletamento) =>
  totale > 0 && per_livello[LE_SAI] >= KNOWN_SHARE * totale

type Ordered = NonNullable<Awaited<ReturnType<typeof readPointsToWin>>>

type RowsProps = { banca: BancaLocale; rows: readonly RigaCompletamento[] }

/**
 * Lists the subjects of a bank, most points to win first, each with its own way in [OG6].
 * `after` stands below and waits for the points, so that nothing moves.
 */
export function MaterieRows({ banca, rows, after }: RowsProps & { after: ReactNode }) {
  const { id_concorso } = banca
  const [ordered, setOrdered] = useState<Ordered | null>()
  const figures = JSON.stringify(banca.per_livello)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the figures change
  useEffect(() => {
    let current = true
    void readPointsToWin(banca).then((read) => current && setOrdered(read))
    return () => {
      current = false
    }
  }, [id_concorso, figures])
  if (ordered === undefined) return <div aria-busy="true" />
  return (
    <>
      {ordered && <OrderedRows banca={banca} rows={rows} ordered={ordered} />}
      {after}
    </>
  )
}

function OrderedRows({ banca: { id_concorso }, rows, ordered }: RowsProps & { ordered: Ordered }) {
  const [all, setAll] = useState(false)
  const { busy, start } = useStartOggi(id_concorso)
  const known = new Map(rows.map((m) => [m.id_materia, m]))
  const listed = ordered.materie.flatMap(({ id_materia, da_vincere }) => {
    const row = known.get(id_materia)
    return row ? [{ row, da_vincere }] : []
  })
  const shown = all ? listed : listed.slice(0, SHOWN)
  return (
    <Card aria-labelledby="per-materia">
      <CardHead id="per-materia" title={texts.titolo} text={ordered.told ? texts.per_punti : texts.per_resto} />
      <ul className={css.righe}>
        {shown.map(({ row, da_vincere }) => {
          const name = row.id_materia === null ? texts.senza : row.materia
          return (
            <li key={row.id_materia ?? 0}>
              <span>
                <b>
                  {name}
                  {isKnown(row) && (
                    <Chip tone="ok" icon={<LivelloGlyph livello={LE_SAI} />}>
                      {texts.la_sai}
                    </Chip>
                  )}
                </b>
                <Muted small as="span">
                  {row.viste > 0 ? texts.viste(row.viste, row.totale) : texts.mai_vista(row.totale)}
                  {ordered.told && da_vincere >= LEAST && ` · ${texts.punti(da_vincere)}`}
                </Muted>
              </span>
              <Button
                variant="tenue"
                iconOnly
                icon={<IconPlay size={20} />}
                label={texts.esercitati(name)}
                disabled={busy}
                onClick={() => void start({ sola: row.id_materia ?? 0 })}
              />
              {row.viste > 0 && <LivelloBar per_livello={row.per_livello} size="sottile" />}
            </li>
          )
        })}
      </ul>
      {listed.length > shown.length && (
        <Button variant="fantasma" flush="start" size="sm" onClick={() => setAll(true)}>
          {texts.altre(listed.length - shown.length)}
        </Button>
      )}
    </Card>
  )
}
