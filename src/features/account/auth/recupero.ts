/** The recovery of the password is offered once its screen is built. */
export const RECUPERO_READY: boolean = false
