import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { banche, loadBanche } from '../../state/banche.ts'
import { CARATTERI, carattere, setCarattere } from '../../state/carattere.ts'
import { HREF_SQL } from '../../state/indirizzi.ts'
import { livello, loadLivello, usedSpace } from '../../state/livello.ts'
import { rete } from '../../state/rete.ts'
import { refreshUtente, sessione } from '../../state/sessione.ts'
import { setTema, type Tema, tema } from '../../state/tema.ts'
import { logout } from '../../state/uscita.ts'
import { data, dimensione, numero } from '../../text/formati.ts'
import { tipoAccount } from '../../text/guscio.ts'
import { profilo as testi } from '../../text/profilo.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Chip, Muted, Stack } from '../../ui/base.tsx'
import { Esci } from '../../ui/Esci.tsx'
import { IconDark, IconLight, IconPremium, IconRight, IconSpace, IconSql, IconSystem } from '../../ui/icone.ts'
import { Progress } from '../../ui/Misure.tsx'
import { Pagina } from '../../ui/Pagina.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import css from './profilo.module.css'
import { Salute } from './Salute.tsx'
import { TempoAggiuntivo } from './TempoAggiuntivo.tsx'

const TEMI: { valore: Tema; testo: string; icona: React.ReactNode }[] = [
  { valore: 'sistema', testo: testi.sistema, icona: <IconSystem size={16} /> },
  { valore: 'chiaro', testo: testi.chiaro, icona: <IconLight size={16} /> },
  { valore: 'scuro', testo: testi.scuro, icona: <IconDark size={16} /> },
]

/** `/profilo`: account, tier and allowance, theme, space on this device, sign out [RT2][SC6]. */
export default function Profilo() {
  const utente = useSnapshot(sessione).credenziale?.utente
  const { stato } = useSnapshot(livello)
  const { scelto } = useSnapshot(tema)
  const lettere = useSnapshot(carattere).scelto
  const { online } = useSnapshot(rete)
  const { elenco } = useSnapshot(banche)
  const [spazio, setSpazio] = useState<number | null>(null)
  useEffect(() => {
    void loadBanche()
    void usedSpace().then(setSpazio)
  }, [])
  useEffect(() => {
    if (!online) return
    void refreshUtente()
    void loadLivello()
  }, [online])
  if (!utente) return null
  const tipo = stato?.livello ?? utente.livello
  const scaricate = elenco.filter((b) => b.n_domande > 0)
  return (
    <Pagina titolo={testi.titolo}>
      <div className={css.griglia}>
        <Card aria-labelledby="account">
          <Stack>
            <h2 id="account">{testi.account}</h2>
            <dl className={css.dati}>
              <div>
                <dt>{testi.email}</dt>
                <dd>
                  {utente.email_comunicazioni}
                  <Chip tono={utente.email_verificata ? 'ok' : 'avviso'} icona={<IconRight size={16} />}>
                    {utente.email_verificata ? testi.verificata : testi.non_verificata}
                  </Chip>
                </dd>
              </div>
              <div>
                <dt>{testi.iscrizione}</dt>
                <dd>{data(utente.data_registrazione)}</dd>
              </div>
            </dl>
            <Esci logout={logout} />
          </Stack>
        </Card>
        <Card aria-labelledby="piano">
          <Stack>
            <h2 id="piano">{testi.piano}</h2>
            <div>
              <Chip tono={tipo === 0 ? 'avviso' : 'primario'} icona={tipo > 0 && <IconPremium size={16} />}>
                {tipoAccount[tipo]}
              </Chip>
            </div>
            {stato && stato.quiz_limite !== null ? (
              <>
                <p>{testi.quiz_usati(stato.quiz_usati, stato.quiz_limite)}</p>
                <Progress etichetta={testi.demo_barra} valore={stato.quiz_usati} massimo={stato.quiz_limite} />
                <Muted piccolo>{testi.quiz_rimasti(stato.quiz_rimasti ?? 0)}</Muted>
              </>
            ) : (
              stato && <Muted>{testi.senza_limite}</Muted>
            )}
            {tipo > 0 && utente.data_scadenza_premium && (
              <Muted>{testi.scade(data(utente.data_scadenza_premium))}</Muted>
            )}
          </Stack>
        </Card>
        <Card aria-labelledby="aspetto">
          <Stack>
            <h2 id="aspetto">{testi.aspetto}</h2>
            <Segmented legenda={testi.tema} opzioni={TEMI} valore={scelto} onScegli={setTema} />
            <Segmented
              legenda={testi.carattere}
              opzioni={CARATTERI.map((valore) => ({ valore, testo: testi.caratteri[valore] }))}
              valore={lettere}
              onScegli={setCarattere}
            />
            <Muted piccolo>{testi.carattere_nota[lettere]}</Muted>
          </Stack>
        </Card>
        <TempoAggiuntivo />
        <Card aria-labelledby="dispositivo">
          <Stack>
            <h2 id="dispositivo">{testi.dispositivo}</h2>
            <Muted>{spazio === null ? testi.spazio_ignoto : testi.spazio(dimensione(spazio))}</Muted>
            <dl className={css.dati}>
              <div>
                <dt>{testi.banche}</dt>
                <dd>{numero(scaricate.length)}</dd>
              </div>
            </dl>
            <div>
              <ButtonLink href="/banche-dati" icona={<IconSpace size={20} />}>
                {testi.gestisci}
              </ButtonLink>
            </div>
            <Salute />
            <Muted>{testi.sql_invito}</Muted>
            <div>
              <ButtonLink href={HREF_SQL} icona={<IconSql size={20} />}>
                {testi.sql}
              </ButtonLink>
            </div>
          </Stack>
        </Card>
      </div>
    </Pagina>
  )
}
