/** Gives a text to the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  // The download has its own hold on the bytes once the click was served.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
