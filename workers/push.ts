/** Content of a push: a title, a line, and the page of this product that a tap opens. */
export type Told = { titolo: string; testo: string; pagina: string }

/** Parses a push; a foreign page, or a push of another form, leads to the product's home. */
export function readPush(text: string | undefined, base: string): Told {
  let said: Partial<Told> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? '')
    if (typeof parsed === 'object' && parsed !== null) said = parsed
  } catch {
    // Show a notice all the same: browsers require one at each push.
  }
  const words = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : '')
  const page = words(said.pagina)
  return {
    titolo: words(said.titolo) || 'Idoneo',
    testo: words(said.testo),
    pagina: page.startsWith(base) ? page : base,
  }
}

type Scope = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients'>

/** Shows a push; a repeated page replaces its earlier notice. */
export function showPush({ registration }: Scope, text: string | undefined, base: string): Promise<void> {
  const { titolo, testo, pagina } = readPush(text, base)
  return registration.showNotification(titolo, {
    body: testo,
    icon: `${base}icona-192.png`,
    lang: 'it',
    tag: pagina,
    data: pagina,
  })
}

/** Opens the page of a notice in a window of its own: an open window may be in the middle of a sitting. */
export async function openPush({ clients }: Scope, { data }: { data: unknown }, base: string): Promise<void> {
  await clients.openWindow(typeof data === 'string' && data.startsWith(base) ? data : base)
}
