import { createLiveValue } from '../lib/live-value.ts'
import type { CodesFeed } from './codes-feed.ts'

/** The codes of the screen, for what stands beside it; undefined where a screen shows none. */
export const liveFeed = createLiveValue<CodesFeed | undefined>(undefined)
