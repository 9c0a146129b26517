/** Gives a text or a file to the browser's downloads. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  // The download has its own hold on the bytes once the click was served.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
