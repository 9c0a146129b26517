import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { escapeHtml } from '../mail/layout.ts'
import { euro } from '../mail/messages.ts'
import { cancelUrl, providerOf, returnUrl } from './checkout.ts'
import { findAcquisto } from './confirm.ts'
import { type AcquistoRow, applyAcquisto } from './grant.ts'

/** Largest form: one field of a word. */
const MAX_FORM_BYTES = 1024

const INDIRIZZO = '/pagamento-di-prova/:id'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#f6f3ec,#12141c);color:light-dark(#14161f,#f2efe8)}
main{max-width:26rem;margin:10vh auto 0;padding:20px}
h1{font-size:1.5rem;line-height:1.25}
form{display:grid;gap:8px;margin-top:24px}
button{min-height:52px;border:1px solid light-dark(#7d7a70,#8b8e99);border-radius:12px;background:none;color:inherit;font:inherit;font-weight:700;cursor:pointer}
button[value=paga]{border-color:transparent;background:light-dark(#26349a,#aab4ff);color:light-dark(#fff,#14161f)}
button:focus-visible{outline:3px solid light-dark(#26349a,#aab4ff);outline-offset:2px}`

/** Allow the page's own style by its hash, and nothing else: the product's policy forbids inline text. */
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Use no script: a trial needs none. */
const page = (title: string, body: string) => `<!doctype html>
<html lang="it">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style></head>
<body><main>
<h1>${title}</h1>
${body}
</main></body>
</html>
`

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', CSP)
    .send(html)

/**
 * Serves the trial checkout (D34): a labelled page in the provider's place, only where no payment is possible. The
 * address carries 256 random bits. With a provider, or in production, there is no such page.
 */
export async function registerTrialCheckout(app: FastifyInstance, deps: Deps): Promise<void> {
  if (providerOf(deps) !== 'PROVA') return
  await app.register(async (trial) => {
    trial.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    const found = new WeakMap<FastifyRequest, AcquistoRow>()
    // Check before any body is read: the address is the only proof of a begun payment.
    trial.addHook('onRequest', async (request, reply) => {
      const { id } = request.params as { id: string }
      const acquisto = providerOf(deps) === 'PROVA' ? await findAcquisto(deps.db, 'id_sessione', id) : null
      if (acquisto?.fornitore === 'PROVA') found.set(request, acquisto)
      else
        return sendPage(
          reply.header('connection', 'close'),
          404,
          page('Pagamento non trovato', '<p>Questo pagamento di prova non esiste.</p>'),
        )
    })

    trial.get(INDIRIZZO, { schema: { hide: true } }, async (request, reply) => {
      const acquisto = found.get(request) as AcquistoRow
      if (acquisto.stato !== 'aperto')
        return sendPage(
          reply,
          200,
          page('PROVA: pagamento concluso', '<p>Questo pagamento di prova è già concluso.</p>'),
        )
      const mesi = acquisto.mesi === 1 ? '1 mese' : `${acquisto.mesi} mesi`
      return sendPage(
        reply,
        200,
        page(
          'PROVA: nessun addebito',
          `<p>Questo è un pagamento di prova: <strong>non ti sarà addebitato niente</strong>.</p>
<p>Idoneo Premium, ${mesi}: ${escapeHtml(euro(acquisto.prezzo))}, pagamento unico.</p>
<form method="post"><button name="esito" value="paga">Paga per prova</button> <button name="esito" value="annulla">Annulla</button></form>`,
        ),
      )
    })

    trial.post<{ Body: { esito?: string } | undefined }>(
      INDIRIZZO,
      { schema: { hide: true }, bodyLimit: MAX_FORM_BYTES },
      async (request, reply) => {
        const acquisto = found.get(request) as AcquistoRow
        if (request.body?.esito !== 'paga') {
          await deps.db.query(`update acquisto set stato = 'annullato' where id_acquisto = $1 and stato = 'aperto'`, [
            acquisto.id_acquisto,
          ])
          return reply.redirect(cancelUrl(deps), 303)
        }
        await deps.db.tx(async (q) => {
          const paid = await q.query(
            `update acquisto set stato = 'pagato', pagato = $2 where id_acquisto = $1 and stato = 'aperto'`,
            [acquisto.id_acquisto, deps.now()],
          )
          if (paid.count > 0) await applyAcquisto(q, deps, acquisto.id_acquisto)
        })
        await deps.wake()
        return reply.redirect(returnUrl(deps, 'PROVA', acquisto.id_sessione), 303)
      },
    )
  })
}
