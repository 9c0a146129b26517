import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { openPosta } from '#server/posta/posta'
import { composeVerifica } from '#server/posta/verifica'
import { openRegistro } from '#server/registro'

const LINK = 'http://localhost:8080/api/ms_utente/verifica_email?token=abc_-9'
const messaggio = composeVerifica('anna@posta.example', LINK)
const mittente = 'Idoneo <non-rispondere@idoneo.example>'

async function check(eml: string | Uint8Array): Promise<void> {
  const letto = await PostalMime.parse(eml)
  expect(letto.from).toMatchObject({ name: 'Idoneo', address: 'non-rispondere@idoneo.example' })
  expect(letto.to).toEqual([{ name: '', address: 'anna@posta.example' }])
  expect(letto.subject).toBe('Conferma il tuo indirizzo e-mail')
  expect(letto.text).toContain(LINK)
  expect(letto.html).toContain(`href="${LINK}"`)
}

describe('mail', () => {
  it('[OP5] without SMTP becomes a file that a mail program opens, and the log does not call it sent', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'idoneo-posta-'))
    const righe: string[] = []
    const log = openRegistro('info', { write: (riga: string) => void righe.push(riga) })
    const posta = openPosta({ smtpUrl: null, mittente, dataDir }, log)
    expect(posta.modo).toBe('file')
    await Promise.all([posta.send(messaggio), posta.send(messaggio)])
    const nomi = await readdir(join(dataDir, 'posta'))
    expect(nomi).toHaveLength(2)
    for (const nome of nomi) {
      expect(nome).toMatch(/\.eml$/)
      await check(await readFile(join(dataDir, 'posta', nome)))
    }
    expect((await stat(join(dataDir, 'posta', nomi[0]!))).mode & 0o077).toBe(0)
    expect(righe.join('')).toContain('non inviato')
    expect(righe.join('')).not.toContain('token=')
    await rm(dataDir, { recursive: true })
  })

  it('with SMTP_URL is delivered to that server', async () => {
    const ricevuti: Buffer[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(flusso, _sessione, fatto) {
        const parti: Buffer[] = []
        flusso.on('data', (parte: Buffer) => parti.push(parte))
        flusso.on('end', () => {
          ricevuti.push(Buffer.concat(parti))
          fatto()
        })
      },
    })
    await new Promise<void>((fatto) => server.listen(0, '127.0.0.1', fatto))
    const { port } = server.server.address() as AddressInfo
    const posta = openPosta(
      { smtpUrl: `smtp://127.0.0.1:${port}`, mittente, dataDir: '/nessuna' },
      openRegistro('silent'),
    )
    expect(posta.modo).toBe('smtp')
    await posta.send(messaggio)
    expect(ricevuti).toHaveLength(1)
    await check(ricevuti[0]!)
    await new Promise<void>((fatto) => server.close(fatto))
    await expect(posta.send(messaggio)).rejects.toThrow()
  })

  it('writes an address into HTML as text', () => {
    expect(composeVerifica('a@b.example', 'http://x/?a=1&b="<script>').html).not.toContain('<script>')
  })
})
