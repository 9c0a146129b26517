/** Where the manifest sends a file that another app shares, and under which name of its form. */
export const SHARED_PATH = 'da-file'
export const SHARED_FIELD = 'file'
/** Where the service worker keeps it for the page, and the header that has its name. */
export const SHARED_CACHE = 'idoneo-condiviso'
export const SHARED_NAME = 'x-nome'
/** What the address of the page says when a file is there. */
export const SHARED_QUERY = 'condiviso'
