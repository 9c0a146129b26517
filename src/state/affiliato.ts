/** The affiliate code's cookie (D13, spec §9) [PR1]. */
const NOME = 'affopqcode'
const GIORNI = 30
const FORMA = /^[A-Za-z0-9_-]{1,64}$/

/** Keeps the code of the address for 30 days when it has the right form [PR3]. */
export function keepCodiceAffiliato(codice: string | null): void {
  if (codice && FORMA.test(codice)) write(codice, GIORNI * 86_400)
}

/** The code to send at sign-up, null when there is none [PR2]. */
export function codiceAffiliato(): string | null {
  const trovato = document.cookie.split('; ').find((c) => c.startsWith(`${NOME}=`))
  const codice = trovato?.slice(NOME.length + 1) ?? ''
  return FORMA.test(codice) ? codice : null
}

/** Entering any authenticated route clears it [RT32][PR4]. */
export function clearCodiceAffiliato(): void {
  if (document.cookie.includes(`${NOME}=`)) write('', 0)
}

function write(valore: string, secondi: number) {
  const sicuro = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${NOME}=${valore}; Max-Age=${secondi}; Path=/; SameSite=Lax${sicuro}`
}
