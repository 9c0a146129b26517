export const NOME = 'Idoneo'
