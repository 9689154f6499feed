import { expect, onTestFinished } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

export type Person = Pick<Awaited<ReturnType<TestApp['signUp']>>, 'token'>

/** Reads a page's events as the HTML Standard specifies. */
export async function listen({ url }: { url: string }, { token }: Person) {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const heard: { event: string; data: Record<string, unknown> }[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event !== '') heard.push({ event, data: JSON.parse(data) as Record<string, unknown> })
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => (isOver = true))
  onTestFinished(() => abort.abort())
  const names = () => heard.map(({ event }) => event)
  if (response.status === 200) await eventually(() => expect(names()).toContain('hello'))
  return {
    status: response.status,
    headers: response.headers,
    heard,
    names,
    isOver: () => isOver,
    leave: () => abort.abort(),
    hears: (event: string) => eventually(() => expect(names()).toContain(event)),
  }
}

/** Ann owns a key; Bo has it; Cy is a stranger. */
export async function startThree() {
  const app = await startTestApp()
  const [ann, bo, cy] = [
    await app.signUp('ann@example.org', 'Ann'),
    await app.signUp('bo@example.org', 'Bo'),
    await app.signUp('cy@example.org', 'Cy'),
  ]
  await Promise.all([ann, bo, cy].map((person) => person.enterPin()))
  const { key } = await ann.addKey('Code host')
  const shareId = await ann.share(key.id, 'bo@example.org')
  return { app, ann, bo, cy, key, shareId }
}
