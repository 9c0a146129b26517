/** Exports of rankings and challenges for the other slices. */
export { ClassificaCard } from './ClassificaCard.tsx'
