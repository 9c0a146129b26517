import type { Concorso } from '#contract/schemas'
import { hrefCatalog } from '../../domain/hrefs.ts'
import { homeText } from '../../text/banche.ts'
import { AddableConcorsi } from './AddableConcorsi.tsx'

const SHOWN = 4

/** Lists featured banks that the account does not have yet [SC11]. */
export default function FeaturedConcorsi({ concorsi }: { concorsi: readonly Concorso[] }) {
  return (
    <AddableConcorsi
      id="evidenza"
      title={homeText.evidenza}
      concorsi={concorsi.slice(0, SHOWN)}
      all={{ href: hrefCatalog(), text: homeText.catalogo }}
    />
  )
}
