/** A file of its own: the route reads them from the address in the first script, which is kept small. */
export const keyOrders = ['added', 'newest', 'name', 'issuer'] as const
export type KeyOrder = (typeof keyOrders)[number]

/** Filter by owner. */
export const keyOrigins = ['own', 'shared'] as const
export type KeyOrigin = (typeof keyOrigins)[number]
