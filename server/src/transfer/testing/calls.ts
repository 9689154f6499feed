import type { TestedCalls } from '../../testing/tested-calls.ts'
import { picture } from '../../testing/test-picture.ts'

export const calls: TestedCalls = {
  'POST /keys/export': { leaves: ['keys_exported', 'key_exported'], body: { format: 'links', key_ids: undefined } },
  'POST /keys/import': {
    leaves: ['keys_imported'],
    body: {
      dry_run: false,
      entries: [
        {
          name: 'Mail',
          uri: 'otpauth://totp/Mail:bo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
          tags: ['Team'],
          note: 'work',
          favourite: true,
          sites: ['https://mail.example.org'],
          icon: picture,
        },
      ],
    },
  },
}
