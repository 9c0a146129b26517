import { listMistakes } from './language.ts'
import type { Content, Finding } from './types.ts'

/** One entry of the notice board: calls, study groups and news, whose checks are the same. */
type Voce = { file: string; slug: string; nome: string; testi: readonly string[]; banche: readonly string[] }

const listBacheca = ({ bandi, gruppi, notizie }: Content): Voce[] => [
  ...bandi.map(({ file, bando: b }) => ({ ...b, file, testi: [b.ente, b.descrizione] })),
  ...gruppi.map(({ file, gruppo: g }) => ({ ...g, file, testi: [g.descrizione, ...g.regole] })),
  ...notizie.map(({ file, notizia: n }) => ({ ...n, file, nome: n.titolo, testi: [n.sommario, ...n.paragrafi] })),
]

/** Calls, groups and news: names told once, banks that exist, language. */
export function checkNotices(contenuti: Content): Finding[] {
  const note = new Set(contenuti.banche.map((b) => b.banca.slug))
  const visti = new Map<string, string>()
  return listBacheca(contenuti).flatMap(({ file, slug, nome, testi, banche }) => {
    const frasi = [nome, ...testi].flatMap((s) => listMistakes(s).map((frase) => `«${s.slice(0, 40)}» ${frase}`))
    for (const banca of banche) if (!note.has(banca)) frasi.push(`la banca ${banca} non c’è`)
    if (new Set(banche).size < banche.length) frasi.push('nomina due volte la stessa banca')
    const prima = visti.get(nome)
    if (prima) frasi.push(`il nome è già usato in ${prima}`)
    visti.set(nome, file)
    for (const s of testi.filter((t) => t.length > 60))
      if (!/[.!?»]$/.test(s)) frasi.push(`«${s.slice(0, 40)}» non finisce con il punto`)
    return frasi.map((frase) => ({ file, id: slug, frase }))
  })
}
