export function ensureBrowser(): Promise<string>
export function ensureShell(): string | null
export function findShell(): string | null
