import type { ProvaInBreve } from '#contract/prova'
import { risultati as testi } from '../../../text/risultati.ts'
import { Andamento } from '../../../ui/Andamento.tsx'
import { Card, Chip, Muted, Row } from '../../../ui/base.tsx'
import css from './risultati.module.css'

const quota = ({ punti, massimo }: ProvaInBreve) => (massimo > 0 ? (100 * punti) / massimo : 0)

/** The trend of the last trials, and the mean of the last five [SI3][SI4]; `soglia`, 0 to 100, is this trial's. */
export function Storia({ storia, soglia }: { storia: readonly ProvaInBreve[]; soglia: number | null }) {
  const cinque = storia.slice(0, 5)
  const media = Math.round(cinque.reduce((s, p) => s + quota(p), 0) / Math.max(1, cinque.length))
  return (
    <Card aria-labelledby="storia" className={css.storia}>
      <Row ai_lati a_capo>
        <h2 id="storia">{testi.storia}</h2>
        <Chip>{testi.storia_media(media)}</Chip>
      </Row>
      <Muted piccolo>{testi.storia_nota}</Muted>
      <Andamento
        titolo={testi.storia}
        soglia={soglia === null ? null : { quota: soglia, nome: testi.storia_soglia }}
        colonne={[testi.storia_giorno, testi.storia_punti, testi.storia_esito]}
        punti={[...storia].reverse().map((p) => ({
          id: p.id,
          nome: testi.giorno(p.consegnata),
          breve: testi.giorno_breve(p.consegnata),
          quota: quota(p),
          detto: testi.storia_voce(p.punti, p.massimo),
          esito:
            p.superata === null ? testi.storia_esiti.senza : p.superata ? testi.storia_esiti.si : testi.storia_esiti.no,
        }))}
      />
    </Card>
  )
}
