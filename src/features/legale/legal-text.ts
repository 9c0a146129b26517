/** Section of a text that a person reads before agreeing, with an anchor of its own. */
type LegalSection = { id: string; titolo: string; paragrafi: readonly string[]; elenco?: readonly string[] }
export type LegalText = {
  titolo: string
  intro: string
  sezioni: readonly LegalSection[]
}
