import { Skeleton, useRitardo } from '../../ui/Stati.tsx'
import css from './seduta.module.css'

/** A question on its way: nothing for the first instants, then its measures. */
export function Arrivo() {
  const visibile = useRitardo()
  return (
    <div className={css.arrivo}>
      {visibile && (
        <>
          <Skeleton altezza={28} />
          <Skeleton larghezza="70%" altezza={28} />
          {[...Array(4).keys()].map((posto) => (
            <Skeleton key={posto} altezza={60} />
          ))}
        </>
      )}
    </div>
  )
}
