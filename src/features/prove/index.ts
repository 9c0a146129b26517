/** Exports of trials that other slices may use. */
export { RealExamCard } from './vero/RealExamCard.tsx'
