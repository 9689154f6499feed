import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a document tells people to type or to write down, in its order. */
export async function readBlocks(name: string, language: 'sh' | 'json' | 'js' = 'sh'): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../../docs', name), 'utf8')
  return [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(([, block = '']) => block)
}
