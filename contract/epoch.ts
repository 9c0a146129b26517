/**
 * Header of every response to a session: the id of this installation. When it differs from the one a device met before, the
 * server was restored from a backup. The device then sends again everything that the account made.
 */
export const EPOCH_HEADER = 'x-epoca'
