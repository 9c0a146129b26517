/** What the other slices may use of the sittings. */
export { useSedutaHistory } from './history.ts'
export { type Preferences, preferences, STUDY_LENGTHS, setChoice, setPreference } from './preferences.ts'
