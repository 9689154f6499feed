import { parseCounted } from '../../platform/json-meter.ts'

/** Many more than a provider posts at once. */
const most = { values: 20_000, fields: 200, items: 2_000, depth: 32 }

/** JSON that a provider posted, or says that it did: undefined when it is none, or has more parts than any provider sends. */
export const parseWebhook = (text: string): unknown => parseCounted(text, most)
