import type { BancaLocale, SedutaSummary } from '#contract/database'
import { hrefBanca, hrefCatalog, hrefSeduta, isProva } from '../../app/hrefs.ts'
import { LivelloBar, LivelloTiles } from '../../components/Livelli.tsx'
import { homeText, bancheText as testiBanche } from '../../text/banche.ts'
import { formatDomande, formatPercent } from '../../text/formats.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted } from '../../ui/base.tsx'
import { IconFilter, IconPlay, IconPlus, IconTarget } from '../../ui/icons.ts'
import { Ring } from '../../ui/Meters.tsx'
import css from './home.module.css'

/** The one job of the dashboard: go on with the bank used last, with the sitting left open when there is one. */
export function ResumeCard({ banca, seduta }: { banca: BancaLocale; seduta: SedutaSummary | undefined }) {
  const { id_concorso } = banca
  return (
    <Card className={css.eroe} aria-labelledby="continua">
      <div className={css.testa}>
        <div>
          <Chip tone="primario" icon={<IconTarget size={16} />}>
            {banca.ultimo_uso === null ? homeText.inizia_da_qui : homeText.riprendi}
          </Chip>
          <h2 id="continua">{banca.concorso}</h2>
          <Muted small>
            {[banca.ente, banca.anno, formatDomande(banca.n_domande)].filter((x) => x !== null).join(' · ')}
          </Muted>
        </div>
        <Ring value={banca.completamento} max={100} label={homeText.anello(banca.concorso, banca.completamento)}>
          {formatPercent(banca.completamento)}
          <small>{homeText.fatto}</small>
        </Ring>
      </div>
      <LivelloBar per_livello={banca.per_livello} size="grande" />
      <LivelloTiles per_livello={banca.per_livello} />
      <div className={css.cta}>
        <ButtonLink
          variant="primario"
          href={seduta ? hrefSeduta(seduta) : hrefBanca(id_concorso)}
          icon={<IconPlay size={20} />}
        >
          {!seduta ? homeText.apri : isProva(seduta) ? homeText.continua_prova : homeText.continua}
        </ButtonLink>
        {seduta ? (
          <ButtonLink href={hrefBanca(id_concorso)} icon={<IconFilter size={20} />}>
            {homeText.impostazioni}
          </ButtonLink>
        ) : (
          <ButtonLink href={hrefCatalog()} icon={<IconPlus size={20} />}>
            {testiBanche.aggiungi}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
