import type { Marked } from './marks.ts'

/** Role of a labelled line for its question. */
type FieldRole = 'codice' | 'chiave' | 'materia' | 'difficolta' | 'fonte' | 'spiegazione' | 'altro'

const LABEL = /^\s*[-–•]?\s*(\p{L}[\p{L}.°' ]{0,28}?)\s*[:=]\s*(\S.{0,400}?)\s*$/u
const ROLES: [FieldRole, RegExp][] = [
  [
    'codice',
    /^(?:id|cod(?:ice)?\.?(?: (?:domanda|quesito))?|rif(?:erimento)?\.?|identificativo|n\. (?:domanda|quesito))$/i,
  ],
  [
    'chiave',
    /^(?:(?:la )?risp(?:osta|\.)?(?: (?:esatta|corretta|giusta))?|soluzione|chiave|esatta|corretta|r|answer|risposta n)\.?$/i,
  ],
  ['materia', /^(?:materia|argomento|disciplina|area|ambito|modulo|categoria)$/i],
  ['difficolta', /^(?:difficolt[àa]|livello(?: di difficolt[àa])?)$/i],
  ['fonte', /^(?:fonte|riferimento normativo|normativa)$/i],
  ['spiegazione', /^(?:spiegazione|commento|motivazione)$/i],
]

export type FieldLine = { role: FieldRole; label: string; value: string }

/** Finds the labels that most questions have: `ID: 6745`, `Risposta esatta: B`. Returns the reader of each line. */
export function findFields(marked: readonly Marked[], questions: number): (text: string) => FieldLine | null {
  const counts = new Map<string, number>()
  for (const { line, answers, bullet } of marked) {
    const label = answers.length > 0 || bullet ? undefined : LABEL.exec(line.text)?.[1]?.toLowerCase()
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const roles = new Map<string, FieldRole>()
  for (const [label, count] of counts) {
    const role = ROLES.find(([, pattern]) => pattern.test(label))?.[0]
    if (role && count >= Math.max(2, questions * 0.3)) roles.set(label, role)
    else if (!role && count >= Math.max(3, questions * 0.6)) roles.set(label, 'altro')
  }
  return (text) => {
    const found = LABEL.exec(text)
    const role = found ? roles.get((found[1] ?? '').toLowerCase()) : undefined
    return found && role ? { role, label: found[1] ?? '', value: found[2] ?? '' } : null
  }
}
