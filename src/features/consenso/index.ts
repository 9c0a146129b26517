export { ConsentPreferences } from './ConsentPreferences.tsx'
