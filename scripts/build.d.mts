export declare const ROOT: string
export declare function buildIfNeeded(opzioni?: { force?: boolean; log?: (riga: string) => void }): Promise<boolean>
