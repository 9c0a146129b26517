import { type SubmitEvent, useState } from 'react'
import type { DurataPremium, PagamentoAvviato } from '#contract/pagamenti'
import { type LivelloUtente, PREMIUM, PREMIUM_LITE } from '#rules/access'
import { instantOf } from '#rules/dates'
import {
  bestDurata,
  discountPrice,
  distinctDurate,
  missingConsents,
  monthlyPrice,
  type OrderConsents,
  premiumUntil,
} from '#rules/premium'
import { PAGE_BASE } from '#rules/routes'
import { accountFailure } from '../../session/failures.ts'
import { showError } from '../../session/notices.ts'
import { errorMessage } from '../../text/errors.ts'
import { formatEuro } from '../../text/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Band, Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, Field, RadioBox } from '../../ui/Field.tsx'
import { IconWarn } from '../../ui/icons.ts'
import css from './premium.module.css'
import { beginPurchase, type Offer } from './purchase.ts'
import { premiumText as texts } from './text.ts'

type OrderFormProps = {
  durate: readonly DurataPremium[]
  trial: boolean
  recessoGiorni: number
  promo: Offer['promo']
  livello: LivelloUtente
  scadenza: string | null
}

/** Leaves this page for the payment page of the provider. */
const leaveFor = (url: string) => location.assign(url)

/**
 * Order with duration, promo code, the price that is paid once, the consents, and the button that names the payment (spec §5, §9;
 * Codice del consumo, arts. 51 and 59) [CO2][VA9][PY6].
 */
export function OrderForm({ durate, trial, recessoGiorni, promo, livello, scadenza }: OrderFormProps) {
  const [chosen, setChosen] = useState(bestDurata(durate)?.durata ?? '')
  const [code, setCode] = useState(promo?.codice ?? '')
  const [missing, setMissing] = useState<(keyof OrderConsents)[]>([])
  const [busy, setBusy] = useState(false)
  const [begun, setBegun] = useState<PagamentoAvviato | null>(null)
  const durata = durate.find((d) => d.durata === chosen) ?? durate[0]
  if (!durata) return null
  const known = promo !== null && code.trim().toUpperCase() === promo.codice.toUpperCase() ? promo : null
  const price = discountPrice(durata.prezzo, known?.sconto ?? null)
  const until = premiumUntil(
    Date.now(),
    durata.mesi,
    livello === PREMIUM && scadenza !== null ? instantOf(scadenza) : null,
  )

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    const form = e.currentTarget
    const data = new FormData(form)
    const found = missingConsents({
      accetta_condizioni: data.get('accetta_condizioni') !== null,
      esecuzione_immediata: data.get('esecuzione_immediata') !== null,
    })
    setMissing(found)
    if (found.length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    const result = await beginPurchase(durata.durata, code.trim())
    if (!result.ok) {
      setBusy(false)
      return showError(accountFailure(result.error), { riprova: () => form.requestSubmit() })
    }
    // Show the price before payment when the discount of the code was not known here.
    if (result.value.prezzo === price) return leaveFor(result.value.url)
    setBusy(false)
    setBegun(result.value)
  }

  return (
    <Card aria-labelledby="acquisto">
      <form className={css.ordine} noValidate onSubmit={submit}>
        <h2 id="acquisto">{texts.acquisto}</h2>
        {trial && <Band icon={<IconWarn size={20} />}>{texts.prova}</Band>}
        <Durate durate={durate} chosen={durata.durata} sconto={known?.sconto ?? null} onChoose={setChosen} />
        <PromoField promo={promo} code={code} known={known !== null} onCode={setCode} />
        <dl className={css.totale}>
          <div>
            <dt>{texts.fino_a_quando(new Date(until).toISOString())}</dt>
            <dd>{texts.durata_voce(durata.mesi)}</dd>
          </div>
          <div>
            <dt>{texts.totale}</dt>
            <dd className={css.prezzo}>{formatEuro(price)}</dd>
          </div>
        </dl>
        <p>{texts.pagamento_unico}</p>
        <div>
          <Checkbox
            name="accetta_condizioni"
            error={
              missing.includes('accetta_condizioni') ? errorMessage({ codice: 'CONDIZIONI_NON_ACCETTATE' }).text : null
            }
          >
            {livello === PREMIUM_LITE ? texts.condizioni_lite : texts.condizioni}
          </Checkbox>
          <Checkbox
            name="esecuzione_immediata"
            error={missing.includes('esecuzione_immediata') ? texts.subito_manca : null}
          >
            {texts.subito(recessoGiorni)}
          </Checkbox>
        </div>
        <Muted small>{texts.recesso(recessoGiorni)}</Muted>
        <a className={css.collegamento} href={`${PAGE_BASE}/termini#vendita`} target="_blank" rel="noopener">
          {texts.leggi_condizioni}
        </a>
        <Button variant="primario" size="lg" fullWidth type="submit" busy={busy}>
          {trial ? texts.ordina_prova(price) : texts.ordina(price)}
        </Button>
        <Muted small>{trial ? texts.dopo_prova : texts.dopo}</Muted>
      </form>
      {begun && (
        <ConfirmDialog
          title={texts.conferma_prezzo}
          no={texts.non_ora}
          yes={trial ? texts.ordina_prova(begun.prezzo) : texts.ordina(begun.prezzo)}
          onNo={() => setBegun(null)}
          onYes={() => leaveFor(begun.url)}
        >
          {texts.conferma_prezzo_testo(durata.prezzo, begun.prezzo)}
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** Durations on sale, one radio each, with the whole price and the price of a month. */
function Durate({
  durate,
  chosen,
  sconto,
  onChoose,
}: {
  durate: readonly DurataPremium[]
  chosen: string
  sconto: number | null
  onChoose: (durata: string) => void
}) {
  return (
    <fieldset className={css.durate}>
      <legend>{texts.durata}</legend>
      {distinctDurate(durate).map((d) => {
        const price = discountPrice(d.prezzo, sconto)
        return (
          <label key={d.durata} className={cx(css.durata, d.durata === chosen && css.scelta)}>
            <RadioBox
              name="durata"
              value={d.durata}
              checked={d.durata === chosen}
              onChange={() => onChoose(d.durata)}
            />
            <span className={css.nome}>
              <b>{texts.durata_voce(d.mesi)}</b>
              {d.mesi > 1 && <Muted as="span" small>{` ${texts.al_mese(monthlyPrice(price, d.mesi))}`}</Muted>}
            </span>
            <span className={css.cifra}>
              {price !== d.prezzo && <s>{formatEuro(d.prezzo)}</s>} <b>{formatEuro(price)}</b>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function PromoField({
  promo,
  code,
  known,
  onCode,
}: {
  promo: Offer['promo']
  code: string
  known: boolean
  onCode: (code: string) => void
}) {
  return (
    <Stack>
      <Field
        label={texts.promo}
        name="codice_promo"
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(e) => onCode(e.currentTarget.value)}
        {...(code.trim() !== '' && !known && { help: texts.promo_altro })}
      />
      {promo && known && (
        <div>
          <Chip tone="ok">{texts.sconto(promo.sconto)}</Chip>
        </div>
      )}
      {promo && !known && (
        <div>
          <Button size="sm" onClick={() => onCode(promo.codice)}>
            {texts.promo_tuo(promo.codice, promo.sconto)} {texts.promo_usa}
          </Button>
        </div>
      )}
    </Stack>
  )
}
