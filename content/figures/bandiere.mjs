// Flags made of bands only. The colours are those of a flag and not of the card.
import { C, figura, riquadro } from './disegno.mjs'

const bandiera = (nome, verso, colori) => {
  const [x, y, w, h] = [60, 20, 270, 180]
  const bande = colori.map((fill, i) =>
    verso === 'verticale'
      ? riquadro(x + (w / colori.length) * i, y, w / colori.length, h, { fill, sw: 0, rx: 0 })
      : riquadro(x, y + (h / colori.length) * i, w, h / colori.length, { fill, sw: 0, rx: 0 }),
  )
  return figura(nome, 220, bande, riquadro(x, y, w, h, { fill: 'none', stroke: C.inchiostro, sw: 2, rx: 0 }))
}

export const BANDIERE = [
  bandiera('bandiera-a', 'verticale', ['#000000', '#FDDA24', '#EF3340']),
  bandiera('bandiera-b', 'verticale', ['#169B62', '#FFFFFF', '#FF883E']),
  bandiera('bandiera-c', 'orizzontale', ['#CE2939', '#FFFFFF', '#477050']),
  bandiera('bandiera-d', 'orizzontale', ['#FFFFFF', '#DC143C']),
  bandiera('bandiera-e', 'orizzontale', ['#ED2939', '#FFFFFF', '#ED2939']),
]
