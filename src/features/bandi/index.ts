export { SoonBandi } from './SoonBandi.tsx'
