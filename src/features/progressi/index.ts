/** Exports of progress that other slices may use. */
export { ProgressiView } from './ProgressiView.tsx'
export { ProveCard } from './ProveCard.tsx'
