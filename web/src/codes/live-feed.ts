import { createLiveValue } from '../lib/live-value.ts'
import type { CodesFeed } from './codes-feed.ts'

/** The screen's codes, for components next to them; undefined if a screen shows none. */
export const liveFeed = createLiveValue<CodesFeed | undefined>(undefined)
