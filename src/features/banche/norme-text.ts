import { formatCount, formatDomande, formatNumber, pluralWord } from '../../text/formats.ts'

export const normeText = {
  titolo: 'Norme nominate nel testo',
  testo:
    'Leggi e articoli che le domande nominano: quanto li sai, e quali ripassare. Il testo ufficiale si apre in un’altra scheda, con la rete.',
  conto: (n: number, wrong: number) =>
    [formatDomande(n), wrong > 0 ? `${formatNumber(wrong)} ${pluralWord(wrong, 'non la sai', 'non le sai')}` : '']
      .filter(Boolean)
      .join(' · '),
  studia: 'Studia',
  studia_nome: (name: string) => `Studia ${name}`,
  ufficiale_di: (name: string) => `Testo ufficiale di ${name}, si apre in un’altra scheda e serve la rete`,
  articolo: (articolo: string) => (/^\d/.test(articolo) ? `art. ${articolo}` : articolo),
  altri: (n: number) => `Mostra ${formatCount(n, 'altra norma', 'altre norme')}`,
}
