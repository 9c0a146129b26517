import type { Movement } from '../../domain/after-seduta.ts'
import { dopoText as texts } from '../../text/dopo.ts'
import { halves, scoreOf } from '../../text/previsione.ts'
import { Muted } from '../../ui/base.tsx'
import css from './dopo.module.css'

/** What a sitting changed in the prediction [PV6]. */
export function MovementLine({ movement: { prima, dopo, massimo } }: { movement: Movement }) {
  const now = <b>{scoreOf(dopo, massimo)}</b>
  return (
    <p className={css.previsione}>
      {prima === null ? (
        <>
          {texts.previsione_oggi} {now}.
        </>
      ) : halves(prima) === halves(dopo) ? (
        <>
          {texts.previsione_resta} {now}.
        </>
      ) : (
        <>
          {texts.previsione_da} {halves(prima)} {texts.previsione_a} {now}.
        </>
      )}
    </p>
  )
}

/** The subject over its errors, and how many they are. */
export const GroupHead = ({ name, note }: { name: string; note: string }) => (
  <h3 className={css.gruppo}>
    {name}{' '}
    <Muted small as="span">
      {note}
    </Muted>
  </h3>
)
