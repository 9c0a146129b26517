import { wordsOf } from './house.ts'

/** What a citation may name. */
export type Cited = { rules: ReadonlySet<string>; decisions: ReadonlySet<string>; files: ReadonlySet<string> }

/** Sections of the specification. */
const SECTIONS = 10
/** Pages that are not in the project: nobody can look them up. */
const ELSEWHERE =
  /\b(?:reliability|data-engine|backend|architecture|field|ui|ux-review|house)(?:\.md)?,? (?:§|pitfall|[a-z]-\d)|\b(?:reliability|data-engine) [A-Z]\d|\b(?:backend|field|ui|house)\.md\b/g

/** Citations of a text that name nothing: rule ids in brackets, decisions, sections of the specification, pages of docs/. */
export function findDeadCitations(text: string, { rules, decisions, files }: Cited): string[] {
  const dead = [...text.matchAll(ELSEWHERE)].map(([cited]) => cited)
  for (const [cited, id = ''] of text.matchAll(/\[([A-Z]{2}\d+[a-z]?)\](?!\()/g)) if (!rules.has(id)) dead.push(cited)
  for (const [cited, ids = ''] of text.matchAll(/\((D\d+[a-z]?(?:, D\d+[a-z]?)*)\)/g))
    if (ids.split(', ').some((id) => !rules.has(id))) dead.push(cited)
  for (const [cited, number = ''] of text.matchAll(/\bdecisions?[ /](\d{4})\b/g))
    if (!decisions.has(number)) dead.push(cited)
  for (const [cited, section = ''] of text.matchAll(/\bspec(?:ification's)? §(\d+)/g))
    if (Number(section) < 1 || Number(section) > SECTIONS) dead.push(cited)
  for (const [cited] of text.matchAll(/\bdocs\/[\w/.-]+\.md\b/g)) if (!files.has(cited)) dead.push(cited)
  return dead.filter((cited) => wordsOf(cited).length > 0)
}
