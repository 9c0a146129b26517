import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { openLogger } from '#server/logger'
import { openMailer } from '#server/mail/mail'
import { composeVerifica } from '#server/mail/messages'

const LINK = 'http://localhost:8080/api/ms_utente/verifica_email?token=abc_-9'
const message = composeVerifica('anna@posta.example', LINK)
const sender = 'Idoneo <non-rispondere@idoneo.example>'

async function check(eml: string | Uint8Array): Promise<void> {
  const parsed = await PostalMime.parse(eml)
  expect(parsed.from).toMatchObject({ name: 'Idoneo', address: 'non-rispondere@idoneo.example' })
  expect(parsed.to).toEqual([{ name: '', address: 'anna@posta.example' }])
  expect(parsed.subject).toBe('Conferma il tuo indirizzo e-mail')
  expect(parsed.text).toContain(LINK)
  expect(parsed.html).toContain(`href="${LINK}"`)
}

describe('mail', () => {
  it('[OP5] without SMTP becomes a file that a mail program opens, and the log does not call it sent', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'idoneo-posta-'))
    const rows: string[] = []
    const log = openLogger('info', { write: (row: string) => void rows.push(row) })
    const mailer = openMailer({ smtpUrl: null, sender, dataDir }, log)
    expect(mailer.mode).toBe('file')
    await Promise.all([mailer.send(message), mailer.send(message)])
    const names = await readdir(join(dataDir, 'posta'))
    expect(names).toHaveLength(2)
    for (const name of names) {
      expect(name).toMatch(/\.eml$/)
      await check(await readFile(join(dataDir, 'posta', name)))
    }
    expect((await stat(join(dataDir, 'posta', names[0]!))).mode & 0o077).toBe(0)
    expect(rows.join('')).toContain('non inviato')
    expect(rows.join('')).not.toContain('token=')
    await rm(dataDir, { recursive: true })
  })

  it('its button has the blue of the page, under the mark, and loads nothing', async () => {
    const style = await readFile('src/ui/style.css', 'utf8')
    const [, primary] = /--pri: light-dark\((#\w+)/.exec(style) ?? []
    expect(primary).toBeDefined()
    const { html } = message
    expect(/<a href="[^"]+" style="[^"]*background:(#\w+)/.exec(html ?? '')?.[1]).toBe(primary)
    expect(html).toMatch(/border-radius:50%[\s\S]*Idoneo<\/p>/)
    expect(html).not.toMatch(/<img|src=|url\(/)
  })

  it('with SMTP_URL is delivered to that server', async () => {
    const ricevuti: Buffer[] = []
    const server = new SMTPServer({
      // The kept connection is cut, and the next mail finds nobody.
      closeTimeout: 50,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _sessione, done) {
        const parts: Buffer[] = []
        stream.on('data', (parte: Buffer) => parts.push(parte))
        stream.on('end', () => {
          ricevuti.push(Buffer.concat(parts))
          done()
        })
      },
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.server.address() as AddressInfo
    const mailer = openMailer(
      { smtpUrl: `smtp://127.0.0.1:${port}`, sender, dataDir: '/nessuna' },
      openLogger('silent'),
    )
    expect(mailer.mode).toBe('smtp')
    await mailer.send(message)
    expect(ricevuti).toHaveLength(1)
    await check(ricevuti[0]!)
    await new Promise<void>((done) => server.close(done))
    await expect(mailer.send(message)).rejects.toThrow()
  })

  it('writes an address into HTML as text', () => {
    expect(composeVerifica('a@b.example', 'http://x/?a=1&b="<script>').html).not.toContain('<script>')
  })
})
