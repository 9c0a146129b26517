import type { Failure } from '#contract/result'
import { beyondPlan } from './errors.ts'

type Offer = { title: string; text: string }

const FUNCTION: Offer = {
  title: 'Questa funzione è in Premium',
  text: 'Con Premium hai anche questa, insieme a tutte le domande di ogni banca dati.',
}
const OFFERS: Readonly<Record<string, Offer>> = {
  spiegazioni: {
    title: 'Le spiegazioni sono in Premium',
    text: 'Con Premium leggi il perché della risposta corretta, subito dopo aver risposto.',
  },
  pdf: { title: 'Il PDF è in Premium', text: 'Con Premium stampi le tue banche dati o le salvi in PDF.' },
  materie_premium: {
    title: 'Questa materia è in Premium',
    text: 'Con Premium aggiungi questa e le altre materie Premium.',
  },
}

export const premiumOfferText = {
  vedi: 'Vedi Premium',
  non_ora: 'Non ora',
}

/** Returns the offer of a function of Premium, from the refusal of an account without it [AC5][EB28]. */
export function premiumOffer({ dati = {} }: Failure): Offer {
  const { title, text } = OFFERS[String(dati.funzione)] ?? FUNCTION
  return { title, text: text + beyondPlan(dati) }
}
