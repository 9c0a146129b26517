import type { Plugin } from 'vite'

/** The script for a bundle: what it asks for early, what it hides. Throws when no file of it holds one of the first screens. */
export declare const aheadScript: (base: string, bundle: object) => string

/** Puts that script into the page. */
export declare const aheadPlugin: (base: string) => Plugin
