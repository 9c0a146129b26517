export { PrintCard, PrintWay } from './PrintCard.tsx'
