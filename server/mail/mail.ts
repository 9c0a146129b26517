import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import type { Configuration } from '../configuration.ts'
import type { Mailer, Message } from '../deps.ts'
import { AT_ONCE } from '../outbox.ts'

type Options = Pick<Configuration, 'smtpUrl' | 'sender' | 'dataDir'>

/** Longest waits, in ms, for a mail server: the library's own limits are minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

const toMail = (sender: string, { to, subject, text, html, replyTo, unsubscribe }: Message) => ({
  from: sender,
  to,
  subject,
  text,
  ...(html ? { html } : {}),
  ...(replyTo ? { replyTo } : {}),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

function openSmtp(url: string, sender: string, log: Logger): Mailer {
  // Connections stay open between mails: a handshake each would take most of the time.
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: AT_ONCE, ...TIMEOUTS })
  return {
    mode: 'smtp',
    async send(messaggio) {
      const { messageId } = await transport.sendMail(toMail(sender, messaggio))
      log.info({ messaggio: messageId }, 'messaggio consegnato al server di posta')
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Writes each message to a file that any mail program opens, where no SMTP is configured; the log reports it (D2). */
function openFile({ dataDir, sender }: Options, log: Logger): Mailer {
  const folder = join(dataDir, 'posta')
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let sequence = 0
  return {
    mode: 'file',
    async send(messaggio) {
      const { message } = await transport.sendMail(toMail(sender, messaggio))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      sequence += 1
      const now = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const file = join(folder, `${now}-${process.pid}-${sequence}.eml`)
      // Rename the file when whole: a reader of the folder never gets half a message.
      await writeFile(`${file}.nuovo`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.nuovo`, file)
      log.info({ file }, 'messaggio scritto su file, non inviato: SMTP_URL non è impostata')
    },
    verify: async () => {},
    close: () => {},
  }
}

export const openMailer = (options: Options, log: Logger): Mailer =>
  options.smtpUrl ? openSmtp(options.smtpUrl, options.sender, log) : openFile(options, log)
