/** What the other slices may use of progress. */
export { ProgressiView } from './ProgressiView.tsx'
export { ProveCard } from './ProveCard.tsx'
