import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { network } from '../../platform/network.ts'
import { Button, ButtonLink, ExternalLink } from '../../ui/Button.tsx'
import { IconX } from '../../ui/icons.ts'
import css from './contenuti.module.css'
import { bannerList, closeBanner, closedBanner } from './contenuti-state.ts'
import { bannerText as texts } from './text.ts'

/** Shows the newest banner in force that was not closed on this device, if any. */
export function HomeBanner() {
  const { value } = useSnapshot(bannerList.state)
  const { online } = useSnapshot(network)
  const [closed, setClosed] = useState(closedBanner)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the network is back
  useEffect(() => {
    void bannerList.load()
  }, [online])
  const banner = value?.elementi.find((b) => !closed.includes(b.id_banner))
  if (!banner) return null
  const action = banner.azione ?? texts.apri
  return (
    <aside aria-label={texts.regione}>
      <div className={css.banner}>
        <div>
          <b>{banner.titolo}</b>
          {banner.testo !== null && <p>{banner.testo}</p>}
        </div>
        {banner.link !== null &&
          (banner.link.startsWith('/') ? (
            <ButtonLink size="sm" href={banner.link}>
              {action}
            </ButtonLink>
          ) : (
            <ExternalLink size="sm" href={banner.link}>
              {action}
            </ExternalLink>
          ))}
        <Button
          variant="fantasma"
          size="sm"
          iconOnly
          label={texts.chiudi(banner.titolo)}
          icon={<IconX size={20} />}
          onClick={() => {
            closeBanner(banner.id_banner)
            setClosed(closedBanner())
          }}
        />
      </div>
    </aside>
  )
}
