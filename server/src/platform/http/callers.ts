const ofUser = { read: { role: 'user', limit: 'read' }, write: { role: 'user', limit: 'write' } } as const
const ofAdmin = { read: { role: 'admin', limit: 'read' }, write: { role: 'admin', limit: 'write' } } as const
const open = { whileClosed: 'open' } as const

/**
 * Options of simple routes: who may call them, and how often. `evenClosed`: also while the account is closed, since the call lets nothing out and
 * nobody in; `atOnce`: also without a second administrator.
 */
export const byUser = { ...ofUser, evenClosed: { read: { ...ofUser.read, ...open }, write: { ...ofUser.write, ...open } } } as const
export const byAdmin = {
  ...ofAdmin,
  evenClosed: {
    read: { ...ofAdmin.read, ...open },
    write: { ...ofAdmin.write, ...open },
    atOnce: { ...ofAdmin.write, ...open, approval: 'none' },
  },
} as const
