/** What the other slices may use of the simulations. */
export { SimulazioniCard } from './SimulazioniCard.tsx'
