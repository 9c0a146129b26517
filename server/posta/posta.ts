import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import type { Configurazione } from '../configurazione.ts'
import type { Messaggio, Posta } from '../deps.ts'

type Opzioni = Pick<Configurazione, 'smtpUrl' | 'mittente' | 'dataDir'>

/** How long a mail server may keep a person waiting, in ms: the library's own limits are minutes. */
const ATTESE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

const toMail = (mittente: string, { a, oggetto, testo, html }: Messaggio) => ({
  from: mittente,
  to: a,
  subject: oggetto,
  text: testo,
  ...(html ? { html } : {}),
  headers: { 'Auto-Submitted': 'auto-generated' },
})

function openSmtp(url: string, mittente: string, log: Logger): Posta {
  const trasporto = nodemailer.createTransport({ url, ...ATTESE })
  return {
    modo: 'smtp',
    async send(messaggio) {
      const { messageId } = await trasporto.sendMail(toMail(mittente, messaggio))
      log.info({ messaggio: messageId }, 'messaggio consegnato al server di posta')
    },
  }
}

/** Without SMTP nothing is sent: each message becomes a file that any mail program opens, and the log says so (D2). */
function openFile({ dataDir, mittente }: Opzioni, log: Logger): Posta {
  const cartella = join(dataDir, 'posta')
  const trasporto = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let progressivo = 0
  return {
    modo: 'file',
    async send(messaggio) {
      const { message } = await trasporto.sendMail(toMail(mittente, messaggio))
      await mkdir(cartella, { recursive: true, mode: 0o700 })
      progressivo += 1
      const ora = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const file = join(cartella, `${ora}-${process.pid}-${progressivo}.eml`)
      // A reader of the folder never meets half a message.
      await writeFile(`${file}.nuovo`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.nuovo`, file)
      log.info({ file }, 'messaggio scritto su file, non inviato: SMTP_URL non è impostata')
    },
  }
}

export const openPosta = (opzioni: Opzioni, log: Logger): Posta =>
  opzioni.smtpUrl ? openSmtp(opzioni.smtpUrl, opzioni.mittente, log) : openFile(opzioni, log)
