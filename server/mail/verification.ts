import type { Message } from '../deps.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The mail that asks a person to confirm their address (D12a). */
export function composeVerification(a: string, link: string): Message {
  const text = `Ciao,

benvenuto in Idoneo! Manca un solo passo: conferma che questo indirizzo è tuo aprendo il collegamento qui sotto.

${link}

Vale 24 ore. Se scade, dalla pagina di Idoneo puoi chiederne un altro.

Se non hai creato tu un account, non devi fare nulla: senza conferma l'account resta inutilizzato.

Buono studio,
Idoneo
`
  const html = `<!doctype html>
<html lang="it">
<body style="margin:0;padding:24px;background:#f6f5f1;color:#1d2433;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:32rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin-top:0">Ciao,</p>
<p>benvenuto in <strong>Idoneo</strong>! Manca un solo passo: conferma che questo indirizzo è tuo.</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f4e8c;color:#ffffff;text-decoration:none;font-weight:600">Conferma l'indirizzo</a></p>
<p style="color:#4b5366">Il collegamento vale 24 ore. Se scade, dalla pagina di Idoneo puoi chiederne un altro. Se il pulsante non si apre, copia questo indirizzo nel browser:<br><span style="word-break:break-all">${escapeHtml(link)}</span></p>
<p style="color:#4b5366">Se non hai creato tu un account, non devi fare nulla: senza conferma l'account resta inutilizzato.</p>
<p style="margin-bottom:0">Buono studio,<br>Idoneo</p>
</div>
</body>
</html>
`
  return { to: a, subject: 'Conferma il tuo indirizzo e-mail', text, html }
}
