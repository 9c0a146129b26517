import type { EsitoSimulazione } from '#contract/simulazioni'
import { withArticolo } from '#rules/articolo'
import {
  formatCount,
  formatDate,
  formatList,
  formatNumber,
  formatPercent,
  formatPoints,
  formatSignedPoints,
  spokenTime,
} from './formats.ts'

/** Decimal points as the server sends them. */
export const formatPunteggio = (n: number): string => formatPoints(Math.round(n * 1000))

export const simulazioniText = {
  una: 'Simulazione',
  titolo: 'Simulazioni ufficiali',
  sotto: 'Stesso sorteggio per tutti: alla consegna c’è la classifica.',
  caricamento: 'Carico le simulazioni',
  nessuna: 'Questa banca dati non ha ancora simulazioni ufficiali.',
  errore: 'L’elenco delle simulazioni non è arrivato',
  offline: 'L’elenco delle simulazioni arriva con la rete. Quelle già iniziate continuano anche così.',
  domande: (n: number) => formatCount(n, 'domanda', 'domande'),
  tempo: (ms: number) => spokenTime(ms),
  punti: (c: number, s: number, o: number) =>
    `Ogni corretta vale ${formatSignedPoints(Math.round(c * 1000))}, ogni errata ${formatSignedPoints(Math.round(s * 1000))}, ogni omessa ${formatSignedPoints(Math.round(o * 1000))}.`,
  soglia: (n: number) => `Si passa con ${formatPunteggio(n)}.`,
  fino_al: (iso: string) => `fino ${withArticolo('al', formatDate(iso))}`,
  dal: (iso: string) => `Pubblicata ${withArticolo('il', formatDate(iso))}`,
  conclusa: (iso: string) => `Si è conclusa ${withArticolo('il', formatDate(iso))}: non si può più cominciare.`,
  usi: (download: number, esecuzioni: number) =>
    download === 0
      ? 'La classifica comincia con te'
      : `Iniziata ${formatCount(download, 'volta', 'volte')}, ${esecuzioni === 0 ? 'mai consegnata' : `consegnata ${formatCount(esecuzioni, 'volta', 'volte')}`}`,
  stato: {
    mai: 'Mai fatta',
    in_corso: 'In corso',
    consegnata: 'Consegnata',
    da_spedire: 'Da inviare',
    conclusa: 'Conclusa',
  },
  tentativi: 'I tuoi ultimi tentativi',
  media: (n: number) => `Media ${formatPunteggio(n)}`,
  tentativo: (p: number, max: number) => `${formatPunteggio(p)} su ${formatPunteggio(max)}`,
  automatica: 'consegnata dal server alla fine del tempo',
  inizia: 'Inizia',
  inizia_nome: (name: string) => `Inizia la simulazione: ${name}`,
  riprova: 'Rifalla',
  riprova_nome: (name: string) => `Rifai la simulazione: ${name}`,
  riprendi: 'Riprendi',
  riprendi_nome: (name: string) => `Riprendi la simulazione: ${name}`,
  resta: (ms: number) => `${spokenTime(ms)} alla consegna`,
  altrove: 'Iniziata su un altro dispositivo.',
  in_attesa: 'Consegnata su questo dispositivo: parte da sola appena c’è la rete.',
  rifiutata: (name: string) =>
    `Il server non ha accettato «${name}»: il risultato resta su questo dispositivo, fuori classifica.`,
}

export const startSimulazioneText = {
  prima: 'Prima di cominciare',
  prima_riprendi: 'È già iniziata su un altro dispositivo',
  riprendi_testo: 'Riparti da dove eri, con il tempo che resta. È lo stesso tentativo.',
  riprendi: 'Riprendi',
  fissa: (n: number) => `${formatCount(n, 'domanda, la stessa', 'domande, le stesse')} per tutti.`,
  orologio: 'Il tempo parte quando tocchi «Comincia ora» e corre anche se chiudi la pagina.',
  orologio_corre: 'Il tempo è già partito e corre anche se chiudi la pagina.',
  rete: 'Serve la rete per cominciare. Poi puoi restare offline: la consegna parte quando torna.',
  classifica: 'Conta per la classifica solo il primo tentativo, da quando vedi le domande.',
  gia_classificata: 'Per la classifica conta il primo tentativo: questo lo vedi tra i tuoi, fuori classifica.',
  gia_vista: 'Questo sorteggio l’avevi già visto: il tentativo è fuori classifica.',
  fino_al: (iso: string) => `Si può cominciare fino ${withArticolo('al', formatDate(iso))}.`,
  senza_pausa: 'Non si mette in pausa.',
  con_pausa: 'Si può mettere in pausa, con la rete: il tempo si ferma e le domande si nascondono.',
  durata: (ms: number) => `Hai ${spokenTime(ms)}.`,
  tempo_in_piu: (percento: number, ms: number) =>
    `Con il tuo ${formatNumber(percento)}% di tempo in più hai ${spokenTime(ms)}.`,
  comincia: 'Comincia ora',
  annulla: 'Non ora',
  mancano_titolo: 'Mancano delle domande',
  mancano_corre: 'Il tempo è già partito: scarica quello che manca e si comincia subito.',
  assenti: (names: readonly string[]) =>
    `Questa simulazione pesca anche da ${formatList(names.map((n) => `«${n}»`))}, che non ${names.length === 1 ? 'è' : 'sono'} su questo dispositivo.`,
  parziali: (names: readonly string[]) =>
    `Di ${formatList(names.map((n) => `«${n}»`))} qui c’è solo una parte, e non basta per questo sorteggio. L’account demo ne riceve fino a 500 domande: con Premium ci sono tutte.`,
  vecchie: (names: readonly string[]) =>
    `Di ${formatList(names.map((n) => `«${n}»`))} qui c’è un’altra versione: aggiornala per avere le domande sorteggiate.`,
  servono: (names: readonly string[]) =>
    `Le domande vengono anche da ${formatList(names.map((n) => `«${n}»`))}: ${names.length === 1 ? 'scaricala' : 'scaricale'} prima, così il tempo parte quando è tutto qui.`,
  da_aggiornare: (names: readonly string[]) =>
    `Di ${formatList(names.map((n) => `«${n}»`))} qui c’è un’altra versione: ${names.length === 1 ? 'aggiornala' : 'aggiornale'} prima, così il tempo parte quando ci sono le domande sorteggiate.`,
  da_completare: (names: readonly string[]) =>
    `Di ${formatList(names.map((n) => `«${n}»`))} qui c’è solo una parte: scarica il resto prima, così il tempo parte quando è tutto qui.`,
  solo_parte: (names: readonly string[]) =>
    `Di ${formatList(names.map((n) => `«${n}»`))} il tuo account riceve solo una parte, e il sorteggio pesca da tutte le domande: con Premium ci sono tutte. Il tempo non è partito e il primo tentativo resta tuo.`,
  demo_usa: (spende: number, left: number) =>
    `Scaricarle usa ${formatNumber(spende)} delle ${formatNumber(left)} domande che ti restano nella demo.`,
  demo_non_basta: (servono: number, left: number) =>
    `Servono ${formatNumber(servono)} domande nuove e nella demo te ne restano ${formatNumber(left)}: non ne usiamo nessuna.`,
  premium: 'Passa a Premium',
  scarica_ora: 'Scarica',
  aggiorna_ora: 'Aggiorna',
  scarica: 'Scarica e comincia',
  scarico: 'Scarico le domande',
}

const REASONS: Record<NonNullable<EsitoSimulazione['motivo']>, string> = {
  gia_classificata: 'per la classifica conta solo il primo tentativo.',
  gia_vista: 'avevi già visto questo sorteggio in un tentativo precedente.',
  in_ritardo: 'è arrivata al server dopo la fine del tempo.',
  tempi_implausibili: 'le risposte sono arrivate più in fretta di quanto si possa leggere.',
  non_consegnata: 'la prova è stata abbandonata.',
}

export const classificaText = {
  titolo: 'Classifica',
  aggiorna: 'Aggiorna la classifica',
  caricamento: 'Carico la classifica',
  errore: 'La classifica non è arrivata',
  offline: 'La classifica arriva con la rete. Il tuo risultato è salvo qui.',
  da_spedire: 'La simulazione aspetta di essere inviata: appena arriva al server vedi il posto in classifica.',
  posizione: (n: number) => `${formatNumber(n)}º`,
  su: (n: number) => `su ${formatCount(n, 'partecipante', 'partecipanti')}`,
  comincia: 'La classifica comincia con te.',
  primo: 'La classifica comincia con te: il confronto si vede dalla seconda consegna.',
  nessun_posto: 'Non hai ancora un posto in questa classifica.',
  pari: (n: number) =>
    n <= 1 ? 'Nessuno a pari merito' : `A pari merito con ${formatCount(n - 1, 'altra persona', 'altre persone')}`,
  media: 'Punteggio medio',
  sopra_soglia: 'Sopra la soglia',
  primi: (n: number, pari: boolean) =>
    `${n === 1 ? 'il primo' : `i primi ${formatNumber(n)}`}, ${pari ? 'pari merito compresi' : 'pari merito con l’ultimo esclusi'}`,
  fra_i_primi: (chi: string) => `Fra ${chi}`,
  non_fra_i_primi: (chi: string) => `Per ora non fra ${chi}`,
  sotto_soglia: (chi: string) => `Sotto la soglia: non fra ${chi}`,
  passano: (chi: string) => `Con queste regole passano ${chi}`,
  provvisoria: 'La classifica è provvisoria: cambia a ogni consegna.',
  il_tuo: 'Il tuo punteggio in classifica',
  stesso_tempo: (percento: number) =>
    percento === 0 ? 'Stesso tempo (senza tempo in più)' : `Stesso tempo (+${formatNumber(percento)}%)`,
  stesso_tempo_valore: (posizione: number | null, n: number) =>
    posizione === null
      ? formatCount(n, 'partecipante', 'partecipanti')
      : `${formatNumber(posizione)}º su ${formatNumber(n)}`,
  dentro: 'Questa consegna è in classifica.',
  fuori: (motivo: NonNullable<EsitoSimulazione['motivo']>) => `Questa consegna è fuori classifica: ${REASONS[motivo]}`,
  ricontato: (server: number, here: number) =>
    `Il server ha ricontato le tue risposte: vale ${formatPunteggio(server)}. Qui risultava ${formatPunteggio(here)}, perché sul dispositivo c’era un’altra versione delle domande.`,
  distribuzione: 'Quante persone per punteggio',
  meglio: (n: number) => `Meglio ${withArticolo('del', formatPercent(n))} degli altri`,
  soglia: (n: number) => `Soglia ${formatPunteggio(n)}`,
  distribuzione_detta: (bands: number, picco: { da: number; n: number }, own: number | null, soglia: number | null) =>
    `Grafico in ${formatCount(bands, 'fascia', 'fasce')}. La più affollata parte da ${formatPunteggio(picco.da)}, con ${formatCount(picco.n, 'persona', 'persone')}.${own === null ? '' : ` Tu sei nella fascia da ${formatPunteggio(own)}.`}${soglia === null ? '' : ` La soglia è ${formatPunteggio(soglia)}.`}`,
  tu: 'Tu',
  fascia: 'Da',
  persone: 'Persone',
  tentativi: 'Ultimi 5 tentativi',
  media_tentativi: (n: number) => `Media ${formatPunteggio(n)}`,
  questo: 'questo',
  in_classifica: 'in classifica',
  fuori_breve: 'fuori classifica',
}

export const sfidaText = {
  titolo: 'Sfida',
  invita_titolo: 'Sfida qualcuno',
  invita_testo:
    'Chi apre il link fa la stessa prova, con le stesse domande. Alla fine vedete tutti e due il confronto, senza nomi.',
  crea: 'Sfida qualcuno',
  condividi: 'Condividi il link',
  copia: 'Copia il link',
  copiato: 'Link copiato',
  link: 'Link della sfida',
  messaggio: (descrizione: string) => `Ti sfido su Idoneo: ${descrizione}`,
  ricevuta: 'Ti hanno sfidato',
  ricevuta_testo: 'Stesse domande, nello stesso ordine. Il risultato dell’altra persona lo vedi dopo la tua consegna.',
  mia: 'Questa sfida l’hai lanciata tu',
  mia_attesa: 'Ancora nessuno ha consegnato. Qui compare il confronto.',
  accetta: 'Accetta la sfida',
  riprendi: 'Riprendi la sfida',
  banca_manca: 'Serve la banca dati su questo dispositivo: la scarichi accettando, prima che parta il tempo.',
  apri_banca: 'Vai alla banca dati',
  aggiorna: 'Aggiorna il confronto',
  home: 'Vai alla home',
  scaduta: 'Questa simulazione non è più attiva: la sfida non si può più accettare.',
  caricamento: 'Carico la sfida',
  errore: 'La sfida non si è aperta',
  senza_codice: 'Una sfida si apre dal suo link. Per lanciarne una, fai prima una simulazione.',
  non_trovata: 'Questo link non porta a nessuna sfida. Fattelo mandare di nuovo, intero.',
  offline: 'La sfida si apre con la rete.',
  confronto: 'Il confronto',
  chi: 'Chi',
  tu: 'Tu',
  sfidante: 'Chi ti ha sfidato',
  avversario: (n: number) => `Persona ${formatNumber(n)}`,
  punti: 'Punti',
  come: 'Com’è andata',
  andata: (c: number, e: number, o: number, tempo: string) =>
    `${formatCount(c, 'corretta', 'corrette')}, ${formatCount(e, 'errata', 'errate')}, ${formatCount(o, 'omessa', 'omesse')} in ${tempo}`,
  non_alla_pari: 'Non è un confronto alla pari: accanto ai punti c’è scritto perché.',
  fuori: {
    gia_classificata: 'Non è il primo tentativo.',
    gia_vista: 'Domande già viste in un tentativo precedente.',
    in_ritardo: 'Arrivata in ritardo, a tempo finito.',
    tempi_implausibili: 'Risposte più veloci di quanto si possa leggere.',
    non_consegnata: 'Non consegnata.',
  } satisfies Record<NonNullable<EsitoSimulazione['motivo']>, string>,
  esito: { avanti: 'Sei avanti tu.', indietro: 'Stavolta è avanti l’altra persona.', pari: 'Siete pari.' },
}
