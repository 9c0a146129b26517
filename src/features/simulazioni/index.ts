/** Exports of the simulations that other slices may use. */
export { SimulazioniCard } from './SimulazioniCard.tsx'
