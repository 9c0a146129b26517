export declare const ROOT: string
export declare function buildIfNeeded(opzioni?: { force?: boolean; log?: (riga: string) => void }): Promise<boolean>
export declare function buildServerIfNeeded(opzioni?: { log?: (riga: string) => void }): Promise<void>
export declare function finishPage(folder: string): Promise<void>
