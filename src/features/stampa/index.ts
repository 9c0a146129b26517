export { PrintCard } from './PrintCard.tsx'
