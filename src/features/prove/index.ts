/** What the other slices may use of trials. */
export { RealExamCard } from './vero/RealExamCard.tsx'
