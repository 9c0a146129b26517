/** Names of the notices, on the profile and beside each bank and call. */
export const avvisiText = {
  titolo: 'Avvisi',
  testo: 'Ti scriviamo solo per quello che scegli qui. Ogni mail ha il link per smettere.',
  tipi: {
    bandi: 'Scadenza dei bandi che segui',
    banche: 'Aggiornamenti delle banche del tuo elenco',
    enti: 'Nuove banche degli enti che segui',
  },
  seguiti: 'Segui',
  bando: 'Bando',
  ente: 'Ente',
  nessuno: 'Non segui ancora niente: apri un bando o una banca del catalogo e scegli «Avvisami».',
  togli: 'Non seguire più',
  togli_chi: (nome: string) => `Non seguire più ${nome}`,
  tolto: (nome: string) => `Non segui più ${nome}`,
  push: 'Anche come notifica su questo dispositivo',
  push_negata:
    'Il browser blocca le notifiche di Idoneo: per averle permettile dalle sue impostazioni per questo sito.',
  errore: 'Gli avvisi non si sono caricati',
  avvisami_bando: 'Avvisami per e-mail della scadenza',
  avvisami_ente: 'Avvisami per e-mail delle nuove banche di questo ente',
}
