import type { CodeField } from './codes.ts'
import { fillCode, type FillOutcome, probePage } from './injected.ts'

/** The tab's page when the popup opened. */
export interface Page {
  tabId: number
  /** This very document: after the page moved on, it is gone, and nothing reaches what came after it. */
  documentId: string
  origin: string
  /** Origins of frames that the page says it shows, without those that are sandboxed. */
  frameOrigins: string[]
}

/** The page of the open tab; undefined where an extension may not look, such as the browser's own pages. */
export async function findPage(): Promise<Page | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) return undefined
  try {
    const [probed] = await chrome.scripting.executeScript({ target: { tabId: tab.id, frameIds: [0] }, func: probePage })
    if (probed?.result === undefined) return undefined
    return { tabId: tab.id, documentId: probed.documentId, ...probed.result }
  } catch {
    return undefined
  }
}

type Document = Pick<Page, 'tabId' | 'documentId' | 'origin'>

/** The field for a code in the document that was looked at, if it is still there and still of that origin. */
export const fieldOf = (page: Document, digits: number): CodeField => ({
  look: () => inject(page, '0'.repeat(digits), true),
  fill: (code) => inject(page, code, false),
})

async function inject(page: Document, code: string, isLook: boolean): Promise<FillOutcome> {
  try {
    const [done] = await chrome.scripting.executeScript({
      target: { tabId: page.tabId, documentIds: [page.documentId] },
      func: fillCode,
      args: [code, page.origin, isLook],
    })
    return done?.result ?? 'moved'
  } catch {
    return 'moved'
  }
}

/** Additional permissions for a frame: the person has to grant them, for this origin alone. */
const frameAccess = (origin: string): chrome.permissions.Permissions => ({ permissions: ['webNavigation'], origins: [`${origin}/*`] })

/** A frame of that origin in the page, once the browser has asked the person; undefined if they refuse, or there is not exactly one. */
export async function openFrame(page: Page, origin: string): Promise<Document | undefined> {
  if (!(await chrome.permissions.request(frameAccess(origin)))) return undefined
  const frames = (await chrome.webNavigation.getAllFrames({ tabId: page.tabId })) ?? []
  const found = frames.filter(({ url, parentFrameId }) => parentFrameId === 0 && URL.parse(url)?.origin === origin)
  const [frame] = found
  return found.length === 1 && frame !== undefined ? { tabId: page.tabId, documentId: frame.documentId, origin } : undefined
}
