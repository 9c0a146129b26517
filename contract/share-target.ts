/** Path of the manifest for a file that another app shares, and its field of the form. */
export const SHARED_PATH = 'da-file'
export const SHARED_FIELD = 'file'
/** Cache in which the service worker keeps the file for the page, and the header that has its name. */
export const SHARED_CACHE = 'idoneo-condiviso'
export const SHARED_NAME = 'x-nome'
/** Query of the page's address when a shared file waits. */
export const SHARED_QUERY = 'condiviso'
