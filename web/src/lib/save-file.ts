export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers fetch it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const jsonOf = (data: unknown) => new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
