import { useSnapshot } from 'valtio'
import { livello } from '../../state/livello.ts'
import { data, numero, parola } from '../../text/formati.ts'
import { tipoAccount } from '../../text/guscio.ts'
import { profilo } from '../../text/profilo.ts'
import { Card, Chip, Muted } from '../../ui/base.tsx'
import { IconPremium } from '../../ui/icone.ts'
import { Progress } from '../../ui/Misure.tsx'
import css from './home.module.css'

/** What the account may still receive (D9); nothing until the server has said it. */
export function Piano() {
  const { stato } = useSnapshot(livello)
  if (!stato) return null
  const { quiz_limite, quiz_rimasti, quiz_usati, data_scadenza_premium } = stato
  return (
    <Card className={css.piano} aria-labelledby="piano">
      <h2 id="piano">{profilo.piano}</h2>
      <div>
        <Chip tono={stato.livello === 0 ? 'avviso' : 'primario'} icona={stato.livello > 0 && <IconPremium size={16} />}>
          {tipoAccount[stato.livello]}
        </Chip>
      </div>
      {quiz_limite !== null && quiz_rimasti !== null ? (
        <>
          <p className={css.quanti}>
            <b>{numero(quiz_rimasti)}</b>
            <span>{parola(quiz_rimasti, profilo.rimasta, profilo.rimaste)}</span>
          </p>
          <Progress etichetta={profilo.demo_barra} valore={quiz_usati} massimo={quiz_limite} />
          <Muted piccolo>{profilo.quiz_usati(quiz_usati, quiz_limite)}</Muted>
        </>
      ) : (
        <Muted>{profilo.senza_limite}</Muted>
      )}
      {stato.livello > 0 && data_scadenza_premium && (
        <Muted piccolo>{profilo.scade(data(data_scadenza_premium))}</Muted>
      )}
    </Card>
  )
}
