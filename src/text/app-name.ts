export const APP_NAME = 'Idoneo'
