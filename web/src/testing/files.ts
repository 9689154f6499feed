import { onTestFinished, vi } from 'vitest'

interface SavedFile {
  name: string
  text: string
}

/** Takes the files that the page offers to save, for the rest of the test. Returns them, the first one first. */
export function takeFiles(): readonly SavedFile[] {
  const files: SavedFile[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { href, download } = this
    void (async () => files.push({ name: download, text: await (await fetch(href)).text() }))()
  })
  onTestFinished(() => click.mockRestore())
  return files
}
