import type { BancaLocale, SedutaInBreve } from '#contract/database'
import { hrefBanca, hrefCatalogo, hrefSeduta, isProva } from '../../state/indirizzi.ts'
import { home, banche as testiBanche } from '../../text/banche.ts'
import { domande, percento } from '../../text/formati.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted } from '../../ui/base.tsx'
import { IconFilter, IconPlay, IconPlus, IconTarget } from '../../ui/icone.ts'
import { LevelBar, LevelTiles } from '../../ui/Livelli.tsx'
import { Ring } from '../../ui/Misure.tsx'
import css from './home.module.css'

/** The one job of the dashboard: go on with the bank used last, with the sitting left open when there is one. */
export function Continua({ banca, seduta }: { banca: BancaLocale; seduta: SedutaInBreve | undefined }) {
  const { id_concorso } = banca
  return (
    <Card className={css.eroe} aria-labelledby="continua">
      <div className={css.testa}>
        <div>
          <Chip tono="primario" icona={<IconTarget size={16} />}>
            {banca.ultimo_uso === null ? home.inizia_da_qui : home.riprendi}
          </Chip>
          <h2 id="continua">{banca.concorso}</h2>
          <Muted piccolo>
            {[banca.ente, banca.anno, domande(banca.n_domande)].filter((x) => x !== null).join(' · ')}
          </Muted>
        </div>
        <Ring valore={banca.completamento} massimo={100} etichetta={home.anello(banca.concorso, banca.completamento)}>
          {percento(banca.completamento)}
          <small>{home.fatto}</small>
        </Ring>
      </div>
      <LevelBar per_livello={banca.per_livello} misura="grande" />
      <LevelTiles per_livello={banca.per_livello} />
      <div className={css.cta}>
        <ButtonLink
          variante="primario"
          href={seduta ? hrefSeduta(seduta) : hrefBanca(id_concorso)}
          icona={<IconPlay size={20} />}
        >
          {!seduta ? home.apri : isProva(seduta) ? home.continua_prova : home.continua}
        </ButtonLink>
        {seduta ? (
          <ButtonLink href={hrefBanca(id_concorso)} icona={<IconFilter size={20} />}>
            {home.impostazioni}
          </ButtonLink>
        ) : (
          <ButtonLink href={hrefCatalogo()} icona={<IconPlus size={20} />}>
            {testiBanche.aggiungi}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
