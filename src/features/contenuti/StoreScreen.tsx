import { useSnapshot } from 'valtio'
import type { Articolo } from '#contract/contenuti'
import { BancheLinks } from '../../components/BancheLinks.tsx'
import { session } from '../../session/session.ts'
import { formatEuro } from '../../text/formats.ts'
import { ButtonLink, ExternalLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconExternal, IconPremium, IconStore } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import css from './contenuti.module.css'
import { storeList } from './contenuti-state.ts'
import { ListContent } from './ListScreen.tsx'
import { articoliText as texts } from './text.ts'

/** Writes the price: fixed, free, or variable from some amount on [EN39]. */
const priceOf = ({ tipo_prezzo, prezzo }: Articolo): string =>
  tipo_prezzo === 'gratuito'
    ? texts.gratuito
    : tipo_prezzo === 'fisso'
      ? formatEuro(prezzo ?? 0)
      : prezzo === null
        ? texts.variabile
        : texts.da(prezzo)

/** Lists at `/store` the operator's offers, each at its seller's; Premium first, below the highest tier [RT13][SC21]. */
export default function StoreScreen() {
  const livello = useSnapshot(session).credentials?.utente.livello ?? 0
  const { value } = useSnapshot(storeList.state)
  return (
    <Page title={texts.titolo} back="/" below={<Muted>{texts.sotto}</Muted>}>
      {livello < 3 && value !== null && value.totale > 0 && (
        <Card as="div" className={css.premium}>
          <div>
            <h2>{texts.premium_titolo}</h2>
            <p>{texts.premium_testo}</p>
          </div>
          <ButtonLink href="/premium" variant="primario" icon={<IconPremium size={20} />}>
            {texts.premium}
          </ButtonLink>
        </Card>
      )}
      <ListContent list={storeList} texts={texts} icon={<IconStore size={24} />}>
        {(articoli) => (
          <ul className={css.griglia}>
            {articoli.map((a) => (
              <Card as="li" key={a.id_articolo} className={css.scheda}>
                <h2>{a.titolo}</h2>
                {a.descrizione !== null && <p>{a.descrizione}</p>}
                <BancheLinks banche={a.banche} />
                <Row spread wrap className={css.fondo}>
                  <Chip tone={a.tipo_prezzo === 'gratuito' ? 'ok' : 'neutro'}>{priceOf(a)}</Chip>
                  <ExternalLink href={a.link} label={texts.apri_nome(a.titolo)} icon={<IconExternal size={20} />}>
                    {texts.apri}
                  </ExternalLink>
                </Row>
              </Card>
            ))}
          </ul>
        )}
      </ListContent>
    </Page>
  )
}
