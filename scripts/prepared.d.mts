/** The rules of a minified sheet that may touch an element of `html`. */
export declare const stylesOf: (css: string, html: string) => string
/** The page with `drawn` in it. Throws when the page is not the one that this was written for. */
export declare const prepare: (page: string, drawn: string, css: string) => string
