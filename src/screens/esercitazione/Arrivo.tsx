import { Skeleton, useDelay } from '../../ui/States.tsx'
import css from './seduta.module.css'

/** A question on its way: nothing for the first instants, then its measures. */
export function Arrivo() {
  const visibile = useDelay()
  return (
    <div className={css.arrivo}>
      {visibile && (
        <>
          <Skeleton height={28} />
          <Skeleton width="70%" height={28} />
          {[...Array(4).keys()].map((posto) => (
            <Skeleton key={posto} height={60} />
          ))}
        </>
      )}
    </div>
  )
}
