/** Options of routes that need nothing else: who may call them, and how often. */
export const byUser = { read: { role: 'user', limit: 'read' }, write: { role: 'user', limit: 'write' } } as const
export const byAdmin = { read: { role: 'admin', limit: 'read' }, write: { role: 'admin', limit: 'write' } } as const
