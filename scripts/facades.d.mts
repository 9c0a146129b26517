import type { Plugin } from 'vite'

/** Drops from a bundle the files that only pass on what another file exports. Throws when a dropped file is still named. */
export declare const dropFacades: (bundle: object) => void

/** Does so at the end of a build. */
export declare const facadesPlugin: () => Plugin
