import { Skeleton, useDelay } from '../../ui/States.tsx'
import css from './seduta.module.css'

/** A question on its way: nothing for the first instants, then its measures. */
export function ArrivingDomanda() {
  const visible = useDelay()
  return (
    <div className={css.arrivo}>
      {visible && (
        <>
          <Skeleton height={28} />
          <Skeleton width="70%" height={28} />
          {[...Array(4).keys()].map((place) => (
            <Skeleton key={place} height={60} />
          ))}
        </>
      )}
    </div>
  )
}
