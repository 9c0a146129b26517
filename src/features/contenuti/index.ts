export { HomeBanner } from './HomeBanner.tsx'
export { MoreLinks } from './MoreLinks.tsx'
