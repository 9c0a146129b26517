import { expect, it } from 'vitest'
import { login, makeAccount, newEmail, newProfile, openProfile } from './aiuti.ts'
import { addBanca, openBanca, risposte } from './pratica.ts'
import { importBanca, publishSimulazione } from './viaggi.ts'

// Of its own: other journeys count who is in the ranking of theirs.
const BANCA = 'Banca della prova ricontata'
const SIMULAZIONE = 'Simulazione ricontata'
const CONTATA = {
  ...{ punteggio: 21.75, superata: true, numero_risposte_corrette: 29, numero_risposte_errate: 0 },
  ...{ numero_risposte_intermedie: 0, numero_non_risposte: 11 },
}

it('[SI7] a result that the server counted otherwise is the server’s, at once and after a reload', async () => {
  const email = newEmail('ricontata')
  await makeAccount(email, 'premium')
  const browser = await openProfile(newProfile())
  try {
    const page = await browser.newPage()
    // As if the key on the device were an older one.
    await browser.route(/\/ms_reportistica\/esiti_simulazione\?/, async (route) => {
      const risposta = await route.fetch()
      const corpo = await risposta.json()
      // Whoever asks for the outcomes hears the same count: the ranking does, and may be the first.
      const elementi = corpo.elementi?.map((esito: object) => ({ ...esito, ...CONTATA }))
      const json = { ...corpo, ...(elementi ? { elementi } : CONTATA) }
      await route.fulfill({ response: risposta, json })
    })
    await publishSimulazione(await importBanca(BANCA), SIMULAZIONE, '01:00:00')
    await login(page, email)
    await addBanca(page, BANCA)
    await openBanca(page, BANCA, 'Simulazioni')
    await page.getByRole('button', { name: `Inizia la simulazione: ${SIMULAZIONE}` }).click()
    await page.getByRole('button', { name: 'Comincia ora' }).click()
    await risposte(page).nth(1).click()
    await page.getByRole('button', { name: 'Consegna la prova' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Consegna', exact: true }).click()
    const controlla = async () => {
      await page.getByRole('heading', { level: 1, name: 'Prova superata' }).waitFor()
      const punteggio = page.getByRole('region', { name: 'Punteggio' })
      await punteggio.getByText(/^21,75/).waitFor()
      await punteggio.getByText(/^Il server ha ricontato le tue risposte: vale 21,75\. Qui risultavano /).waitFor()
    }
    await controlla()
    await page.reload()
    await controlla()
    expect(new URL(page.url()).searchParams.get('prova')).toBe('1')
  } finally {
    await browser.close()
  }
})
