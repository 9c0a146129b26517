import type { TipoAvviso } from '#contract/avvisi'
import { withArticolo } from '#rules/articolo'
import type { Message } from '../deps.ts'
import { compose } from './layout.ts'

/** Followed call, bank or body of an account. `di`: the body, or why a bank was updated, where the mail names it. */
export type Notice = { nome: string; di: string | null; quando: Date; id: number }

const quando = (data: Date) =>
  data.toLocaleString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long', timeStyle: 'short' })

type Words = {
  one: (n: Notice) => string
  many: (n: number) => string
  text: string
  line: (n: Notice) => readonly [string, string]
  button: string
  page: (rows: readonly Notice[]) => string
  stop: string
}

const WORDS: Record<TipoAvviso, Words> = {
  bandi: {
    one: ({ nome }) => `Sta per scadere: ${nome}`,
    many: (n) => `Stanno per scadere ${n} bandi che segui`,
    text: 'la scadenza è vicina:',
    line: ({ nome, di, quando: fine }) => [`${nome} (${di})`, `scade ${withArticolo('il', quando(fine))}`],
    button: 'Apri i bandi',
    page: (rows) => `/simulatore/bandi-in-scadenza${rows.length === 1 ? `?id_bando=${rows[0]!.id}` : ''}`,
    stop: 'Non avvisarmi più delle scadenze',
  },
  banche: {
    one: ({ nome }) => `Banca aggiornata: ${nome}`,
    many: (n) => `Aggiornate ${n} banche del tuo elenco`,
    text: 'nel tuo elenco c’è un aggiornamento:',
    line: ({ nome, di, quando: fatto }) => [
      nome,
      `aggiornata ${withArticolo('il', quando(fatto))}${di === null ? '' : `. ${di}`}`,
    ],
    button: 'Apri le tue banche dati',
    page: () => '/simulatore/banche-dati',
    stop: 'Non avvisarmi più degli aggiornamenti',
  },
  enti: {
    one: ({ nome }) => `Nuova banca: ${nome}`,
    many: (n) => `${n} nuove banche degli enti che segui`,
    text: 'un ente che segui ha una nuova banca dati:',
    line: ({ nome, di, quando: uscita }) => [`${nome} (${di})`, `${withArticolo('dal', quando(uscita))}`],
    button: 'Apri il catalogo',
    page: () => '/simulatore/aggiungi-banca-dati',
    stop: 'Non avvisarmi più delle nuove banche',
  },
}

const titleOf = (tipo: TipoAvviso, rows: readonly Notice[]): string => {
  const [first] = rows
  return rows.length === 1 && first ? WORDS[tipo].one(first) : WORDS[tipo].many(rows.length)
}

/** Composes a browser's notice: a title, a line, the page that a tap opens. */
export const composePush = (tipo: TipoAvviso, rows: readonly Notice[]) => ({
  titolo: titleOf(tipo, rows),
  testo: rows
    .slice(0, 3)
    .map((row) => WORDS[tipo].line(row).join(': '))
    .join('\n'),
  pagina: WORDS[tipo].page(rows),
})

/** Composes a requested mail with its way out: a link, and the button that mail programs draw (RFC 8058). */
export function composeAvviso(
  tipo: TipoAvviso,
  a: string,
  rows: readonly Notice[],
  publicUrl: string,
  token: string,
): Message {
  const words = WORDS[tipo]
  return {
    ...compose({
      tipo: 'avviso',
      to: a,
      subject: titleOf(tipo, rows),
      parts: [
        words.text,
        { rows: rows.map(words.line) },
        { button: words.button, link: `${publicUrl}${words.page(rows)}` },
        { small: 'Hai chiesto tu questo avviso.' },
        { small: words.stop, link: `${publicUrl}/simulatore/auth/?type=login&avvisi=${token}` },
      ],
    }),
    unsubscribe: `${publicUrl}/avvisi/basta?token=${token}`,
  }
}
