import { addKey } from '@twofold/contract/keys'
import { serve } from './server.ts'
import { idOf, type signInWithKeys } from './vault.ts'

/** The secret of RFC 4226 and RFC 6238. */
export const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** A key that is added is in the vault from then on. Without a secret it gets that of the RFCs. */
export const serveAdding = (vault: ReturnType<typeof signInWithKeys>) =>
  serve(addKey, ({ body }) => {
    const key = {
      ...body,
      id: idOf(900 + vault.own_keys.length),
      type: body.type ?? 'totp',
      digits: body.digits ?? 6,
      period: body.period ?? 30,
    }
    const { secret: typed, uri: _uri, note: _note, ...shown } = key
    vault.own_keys.push(shown)
    const generated = typed === undefined && { provisioning: { secret, uri: `otpauth://totp/x?secret=${secret}` } }
    return { key: shown, message: '2FA key added successfully!', ...generated }
  })
