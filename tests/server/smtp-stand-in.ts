import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that takes what a client sends, or refuses every recipient while it is told to. */
export async function startSmtp() {
  const mails: { to: string; text: string }[] = []
  let refusal: string | null = null
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let to = ''
    let text: string[] | null = null
    say('220 prova')
    createInterface(socket).on('line', (line) => {
      if (text) {
        if (line !== '.') return void text.push(line)
        mails.push({ to, text: text.join('\n') })
        text = null
        return void say('250 presa')
      }
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? ''
      if (command === 'RCPT' && refusal) return void say(refusal)
      if (command === 'DATA') text = []
      say(command === 'DATA' ? '354 avanti' : command === 'QUIT' ? '221 ciao' : '250 bene')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    /** Refuses from now on with this line of the protocol; null accepts again. */
    refuse: (line: string | null) => {
      refusal = line
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
