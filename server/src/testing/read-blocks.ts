import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Commands and files that a document gives to people, in order. */
export async function readBlocks(name: string, language: 'sh' | 'json' | 'js' = 'sh'): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../../docs', name), 'utf8')
  return [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(([, block = '']) => block)
}
