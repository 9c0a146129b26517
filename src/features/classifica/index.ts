/** What the other slices may use of rankings and challenges. */
export { ClassificaCard } from './ClassificaCard.tsx'
