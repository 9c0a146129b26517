import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import type { StatoLivello } from '#contract/schemi'
import { livello } from '../../state/livello.ts'
import { numero, parola } from '../../text/formati.ts'
import { tipoAccount } from '../../text/guscio.ts'
import { profilo } from '../../text/profilo.ts'
import { Card, Chip, Muted, Row } from '../../ui/base.tsx'
import { IconPremium } from '../../ui/icone.ts'
import { Progress } from '../../ui/Misure.tsx'
import css from './home.module.css'

/** Beside the bank in front: what a demo account may still receive (D9), or how far the person has come. */
export function Piano({ banche }: { banche: readonly BancaLocale[] }) {
  const { stato } = useSnapshot(livello)
  if (stato && stato.quiz_limite !== null && stato.quiz_rimasti !== null)
    return <Demo limite={stato.quiz_limite} rimasti={stato.quiz_rimasti} usati={stato.quiz_usati} />
  return <Progressi banche={banche} tipo={stato?.livello ?? null} />
}

function Demo({ limite, rimasti, usati }: { limite: number; rimasti: number; usati: number }) {
  return (
    <Card className={css.piano} aria-labelledby="piano">
      <Row ai_lati>
        <h2 id="piano">{profilo.piano}</h2>
        <Chip tono="avviso">{tipoAccount[0]}</Chip>
      </Row>
      <p className={css.quanti}>
        <b>{numero(rimasti)}</b>
        <span>{parola(rimasti, profilo.rimasta, profilo.rimaste)}</span>
      </p>
      <Progress etichetta={profilo.demo_barra} valore={usati} massimo={limite} />
      <Muted piccolo>{profilo.quiz_usati(usati, limite)}</Muted>
    </Card>
  )
}

function Progressi({ banche, tipo }: { banche: readonly BancaLocale[]; tipo: StatoLivello['livello'] | null }) {
  const totali = banche.reduce((n, b) => n + b.n_domande, 0)
  if (totali === 0) return null
  const sai = banche.reduce((n, b) => n + b.per_livello[1], 0)
  const affrontate = totali - banche.reduce((n, b) => n + b.per_livello[-99], 0)
  return (
    <Card className={css.piano} aria-labelledby="progressi">
      <Row ai_lati>
        <h2 id="progressi">{profilo.progressi}</h2>
        {tipo !== null && (
          <Chip tono="primario" icona={<IconPremium size={16} />}>
            {tipoAccount[tipo]}
          </Chip>
        )}
      </Row>
      <p className={css.quanti}>
        <b>{numero(sai)}</b>
        <span>{profilo.che_sai(totali)}</span>
      </p>
      <Progress etichetta={profilo.risposte_date(affrontate, totali)} valore={affrontate} massimo={totali} />
      <Muted piccolo>{profilo.risposte_date(affrontate, totali)}</Muted>
    </Card>
  )
}
