import type { Wording } from '@twofold/contract/said'
import type { Tx } from './transaction.ts'

interface Alert {
  type: string
  message: Wording[]
  severity: 'info' | 'warning' | 'critical'
  time: Date
}

/** Every administrator is notified at once. */
export const alertAdministrators = (tx: Tx, { type, message, severity, time }: Alert): Promise<void> =>
  tx.emit('admin.system.alert', {
    data: { 'alert.type': type, 'alert.message': message, 'alert.severity': severity, 'alert.time': time.toISOString() },
  })
