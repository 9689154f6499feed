import { Plural, Trans } from '@lingui/react/macro'
import type { DeletionPreview } from './deletion.ts'

export function DeletionSummary({ preview: { keys, shared_keys, people_losing_access } }: { preview: DeletionPreview }) {
  return (
    <ul className="grid list-disc gap-1 ps-5">
      <li>
        {keys === 0 ? (
          <Trans>You have no keys of your own.</Trans>
        ) : (
          <Plural value={keys} one="Your # key stops working at once." other="Your # keys stop working at once." />
        )}
      </li>
      {people_losing_access > 0 && (
        <li>
          <Plural value={people_losing_access} one="# person loses access to" other="# people lose access to" />{' '}
          <Plural value={shared_keys.length} one="# key that you share." other="# keys that you share." />
        </li>
      )}
      <li>
        <Trans>All your sessions end, and keys that others share with you leave your list.</Trans>
      </li>
      <li>
        <Trans>After 30 days your data are removed for good.</Trans>
      </li>
    </ul>
  )
}
