import type { ReactNode } from 'react'
import { IconCheck, IconDown, IconInfo, IconX } from '../../ui/icons.ts'
import css from './dopo.module.css'

/** Question in a line that opens in place; `number` stands before it, `below` under it. */
export const QuestionDetails = ({
  number,
  text,
  below,
  children,
}: {
  number?: string
  text: ReactNode
  below?: ReactNode
  children: ReactNode
}) => (
  <details className={css.domanda}>
    <summary>
      {number !== undefined && <b>{number}</b>}
      <span>
        <span className={css.testo}>{text}</span>
        {below}
      </span>
      <IconDown size={20} />
    </summary>
    <dl>{children}</dl>
  </details>
)

const LOOKS = {
  ok: { look: css.era, Icon: IconCheck },
  errore: { look: css.mia, Icon: IconX },
  neutro: { look: css.neutra, Icon: IconInfo },
}

/** Answer under its question, named by its kind. */
export function AnswerLine({ tone, name, children }: { tone: keyof typeof LOOKS; name: string; children: ReactNode }) {
  const { look, Icon } = LOOKS[tone]
  return (
    <div className={look}>
      <Icon size={16} />
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
