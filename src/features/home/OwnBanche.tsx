import type { ReactNode } from 'react'
import type { BancaLocale } from '#contract/database'
import { isPercorso } from '#rules/raccolta'
import { BancaRow } from '../../components/BancaRow.tsx'
import { LivelloBar } from '../../components/Livelli.tsx'
import { hrefBanca, hrefCatalog, hrefList } from '../../domain/hrefs.ts'
import { useStartOggi } from '../../domain/use-start-oggi.ts'
import { countWeak } from '../../domain/weak.ts'
import { homeText, statoBancaText, bancheText as texts } from '../../text/banche.ts'
import { materieText } from '../../text/materie.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Dotted, Row } from '../../ui/base.tsx'
import { IconPlay, IconPlus } from '../../ui/icons.ts'
import css from './home.module.css'

/** Leads to more banks at the end of the list, quieter than the one button [SC12]. `tour`: that button adds a bank already. */
const AddLinks = ({ tour = false }: { tour?: boolean }) => (
  <nav className={css.aggiungi} aria-label={homeText.aggiungi}>
    {!tour && (
      <ButtonLink variant="fantasma" flush="start" size="sm" href={hrefCatalog()} icon={<IconPlus size={16} />}>
        {texts.aggiungi}
      </ButtonLink>
    )}
    <ButtonLink variant="fantasma" flush="start" size="sm" href="/aggiungi-materia" icon={<IconPlus size={16} />}>
      {materieText.aggiungi}
    </ButtonLink>
  </nav>
)

/** Limit of banks on the dashboard; the others are a touch away. */
const SHOWN = 4

type ListProps = { banche: readonly BancaLocale[]; id: string; title: string; children?: ReactNode }

/** Lists the account's banks and paths beside the one in front, then the ways to add more. `none`: the account has none. */
export function OwnBanche({ others, none }: { others: readonly BancaLocale[]; none: boolean }) {
  const banche = others.filter((b) => !isPercorso(b.id_concorso))
  const materie = others.filter((b) => isPercorso(b.id_concorso))
  if (others.length === 0) return <AddLinks tour={none} />
  return (
    <>
      {banche.length > 0 && (
        <OwnList id="mie" title={homeText.tue} banche={banche}>
          {materie.length === 0 && <AddLinks />}
        </OwnList>
      )}
      {materie.length > 0 && (
        <OwnList id="mie-materie" title={homeText.tue_materie} banche={materie}>
          <AddLinks />
        </OwnList>
      )}
    </>
  )
}

/** Lists banks or paths, the last used first. */
const OwnList = ({ banche, id, title, children }: ListProps) => (
  <Card className={css.mie} aria-labelledby={id}>
    <Row spread>
      <h2 id={id}>{title}</h2>
      <ButtonLink variant="fantasma" flush="end" size="sm" href={hrefList(banche[0]?.id_concorso ?? 0)}>
        {homeText.tutte}
      </ButtonLink>
    </Row>
    <div>
      {banche.slice(0, SHOWN).map((b) => (
        <OwnRow key={b.id_concorso} banca={b} />
      ))}
    </div>
    {children}
  </Card>
)

/** Shows a bank with its progress, and beside it today's sitting of it. */
function OwnRow({ banca: b }: { banca: BancaLocale }) {
  const { busy, start } = useStartOggi(b.id_concorso)
  const here = b.n_domande > 0
  const seen = b.viste
  return (
    <div className={css.mia}>
      <BancaRow
        href={here ? hrefBanca(b.id_concorso) : hrefList(b.id_concorso)}
        title={b.concorso}
        below={
          <Dotted
            parts={
              here && seen > 0
                ? [countWeak(b) > 0 ? homeText.da_ripassare(countWeak(b)) : null, homeText.viste(seen, b.n_domande)]
                : [b.ente, b.anno, here ? texts.domande(b.n_domande, b.n_domande_totali) : statoBancaText[b.stato]]
            }
          />
        }
      >
        {here && seen > 0 && <LivelloBar per_livello={b.per_livello} />}
      </BancaRow>
      {here && (
        <Button
          variant="tenue"
          iconOnly
          label={homeText.esercitati(b.concorso)}
          icon={<IconPlay size={20} />}
          disabled={busy}
          onClick={() => void start()}
        />
      )}
    </div>
  )
}
