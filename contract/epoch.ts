/**
 * Header of every answer to a session: which installation this is. When it differs from the one a device met before, the server was
 * restored from a backup, and the device sends again everything that the account made.
 */
export const EPOCH_HEADER = 'x-epoca'
