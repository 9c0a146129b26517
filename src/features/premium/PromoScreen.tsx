import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { call } from '../../api/client.ts'
import { useRead } from '../../components/useRead.ts'
import { network } from '../../platform/network.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Row, Stack } from '../../ui/base.tsx'
import { IconCopy, IconPremium } from '../../ui/icons.ts'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import css from './premium.module.css'
import { promoText as texts } from './text.ts'

const readPromo = () => call('getpromouser')

/** Accepts only a web address, because an operator wrote the link. */
const isWebAddress = (link: string): boolean => URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)

/** Screen `/promo-premium` shows the person's promo, its code to copy and its use [RT9][SC23]. */
export default function PromoScreen() {
  const { online } = useSnapshot(network)
  const { dati: promo, guasto, rileggi } = useRead(readPromo, online ? 'si' : 'no')
  const [said, setSaid] = useState('')
  const copy = async (code: string) => {
    const copied = await navigator.clipboard?.writeText(code).then(
      () => true,
      () => false,
    )
    setSaid(copied ? texts.copiato : texts.non_copiato)
  }
  return (
    <Page title={texts.titolo} back="/profilo">
      {promo ? (
        promo.codice === null ? (
          <EmptyState
            icon={<IconPremium size={24} />}
            title={texts.vuoto_titolo}
            text={texts.vuoto_testo}
            actions={<ButtonLink href="/premium">{texts.premium}</ButtonLink>}
          />
        ) : (
          <Card aria-labelledby="promo" className={css.stretto}>
            <Stack>
              <Row spread wrap>
                <h2 id="promo">{promo.titolo ?? texts.titolo}</h2>
                {promo.sconto !== null && <Chip tone="ok">{texts.sconto(promo.sconto)}</Chip>}
              </Row>
              {promo.descrizione !== null && <p>{promo.descrizione}</p>}
              <Muted small>{texts.codice}</Muted>
              <p className={css.codice}>{promo.codice}</p>
              <Row wrap>
                <Button
                  variant={promo.sconto === null ? 'primario' : 'bordo'}
                  icon={<IconCopy size={20} />}
                  onClick={() => void copy(promo.codice ?? '')}
                >
                  {texts.copia}
                </Button>
                {promo.sconto !== null && (
                  <ButtonLink variant="primario" href="/premium" icon={<IconPremium size={20} />}>
                    {texts.usa}
                  </ButtonLink>
                )}
              </Row>
              <Muted small role="status">
                {said}
              </Muted>
              {promo.link !== null && isWebAddress(promo.link) && (
                <a className={css.collegamento} href={promo.link} target="_blank" rel="noopener noreferrer">
                  {texts.prodotto}
                </a>
              )}
              {promo.scade !== null && <Muted small>{texts.scade(promo.scade)}</Muted>}
            </Stack>
          </Card>
        )
      ) : (
        <NotLoaded online={online} guasto={guasto} texts={texts} onRetry={() => void rileggi()} />
      )}
    </Page>
  )
}
