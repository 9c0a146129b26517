import { listMistakes } from './language.ts'
import type { Content, Finding } from './types.ts'

/** Checks news: unique names, existing banks, language. */
export function checkNotices(contenuti: Content): Finding[] {
  const note = new Set(contenuti.banche.map((b) => b.banca.slug))
  const visti = new Map<string, string>()
  return contenuti.notizie.flatMap(({ file, notizia: { slug, titolo: nome, sommario, paragrafi, banche } }) => {
    const testi = [sommario, ...paragrafi]
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
