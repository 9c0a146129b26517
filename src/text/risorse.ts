/** The six additional resources of a bank, in the order in which they are shown. */
export const risorseText = {
  titolo: 'Risorse',
  voci: [
    ['url_manuale', 'Manuale'],
    ['url_corso_online', 'Corso online'],
    ['url_corso_dal_vivo', 'Corso dal vivo'],
    ['url_news', 'Notizie sul concorso'],
    ['url_facebook', 'Gruppo Facebook'],
    ['url_bus_hotel', 'Viaggio e alloggio'],
  ] as const,
}
