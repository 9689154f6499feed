import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { showQueue, type Take } from '@twofold/contract/takes'
import { Copy } from '../ui/icons/Copy.ts'
import { Ticket } from '../ui/icons/Ticket.ts'
import { useAct } from '../kits/use-act.ts'
import { queryOf } from '../lib/query-of.ts'
import { copyText } from '../lib/copy-text.ts'
import { groupDigits } from '../lib/group-text.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MachineText } from '../ui/MachineText.tsx'
import { toast } from '../ui/toast.ts'
import { stopTaking, useOwnTake, useTakeFor } from './own-takes.ts'
import { useCode, useSecondsSince } from './use-codes.tsx'

/** Milliseconds after which the queue is looked at again. */
const lookEvery = 10_000
/** Seconds: no wait on the page is longer. */
const longestWait = 3600

/** Whole seconds until a moment of the server's clock. */
const useSecondsUntil = (at: number) => longestWait - useSecondsSince(at - longestWait * 1000)

interface TakeCodeProps {
  id: string
  name: string
  isGrouped: boolean
}

/** A code of a key that shows none: each goes to one taker, a person or a program. */
export function TakeCode({ id, name, isGrouped }: TakeCodeProps) {
  const { t } = useLingui()
  const own = useOwnTake(id)
  const queueOf = ['keys', id, 'queue'] as const
  const take = useAct({
    send: useTakeFor(id),
    failed: t`The code could not be taken. Please try again.`,
    said: false,
    renews: [queueOf],
  })
  // Other people's takes are reported at once.
  const takenAt = useCode(id)?.taken?.at
  const { data } = useQuery({
    ...queryOf([...queueOf, takenAt], showQueue, { params: { id } }),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  })
  const isWaiting = own?.state === 'queued'
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      {own?.state === 'handed' && <HandedCode take={own} name={name} isGrouped={isGrouped} />}
      <div role="status" className="empty:hidden">
        {isWaiting ? <Place take={own} /> : own === undefined && data && <Queue {...data} />}
      </div>
      {isWaiting ? (
        <StopButton take={own} />
      ) : (
        <Button
          variant={own ? 'secondary' : 'primary'}
          icon={Ticket}
          pending={take.isPending}
          pendingLabel={t`Taking...`}
          aria-label={own ? t`Take another one of ${name}` : t`Take a code of ${name}`}
          onPress={() => take.mutate()}
        >
          {own ? <Trans>Take another one</Trans> : <Trans>Take a code</Trans>}
        </Button>
      )}
    </div>
  )
}

/** The exclusive code; the button copies it. */
function HandedCode({ take, name: label, isGrouped }: { take: Take; name: string; isGrouped: boolean }) {
  const { t } = useLingui()
  const code = take.code ?? ''
  const seconds = useSecondsUntil(Date.parse(take.valid_until ?? ''))
  async function copy() {
    if (await copyText(code)) toast.success(t`${label} code copied to clipboard!`)
    else toast.error(t`Failed to copy code to clipboard`)
  }
  return (
    <>
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 rounded-md border border-border bg-sunken px-4 py-2 font-code text-[2rem] leading-[1.15] font-[560] whitespace-nowrap tabular-nums [font-variant-ligatures:none] [word-spacing:-0.3em] hover:border-accent"
        onClick={() => void copy()}
      >
        <MachineText as="span">{isGrouped ? groupDigits(code) : code}</MachineText> <Icon icon={Copy} className="ms-auto text-text-3" />
        <span className="sr-only">
          <Trans>Copy this code</Trans>
        </span>
      </button>
      <p>
        <Trans>Nobody else gets this code.</Trans> <Plural value={seconds} one="Valid for # second." other="Valid for # seconds." />
      </p>
    </>
  )
}

function Place({ take: { position = 1, estimated_at: expected } }: { take: Take }) {
  const seconds = useSecondsUntil(Date.parse(expected ?? ''))
  return (
    <>
      <p>
        <Trans>Place {position} in the queue.</Trans>
      </p>
      {seconds > 0 && (
        <p>
          <Plural value={seconds} one="Your code comes in about # second." other="Your code comes in about # seconds." />
        </p>
      )}
    </>
  )
}

function StopButton({ take }: { take: Take }) {
  const { t } = useLingui()
  const stop = useAct({ send: () => stopTaking(take), failed: t`The place could not be given up.`, said: false, renews: [] })
  return (
    <Button pending={stop.isPending} onPress={() => stop.mutate()}>
      <Trans>Stop waiting</Trans>
    </Button>
  )
}

/** The last taker, and the time of the next free code. */
function Queue({ waiting, next_at: next, last_taken: last, server_time: now }: CallResponse<typeof showQueue>) {
  const seconds = useSecondsUntil(Date.parse(next))
  const isFree = Date.parse(next) <= Date.parse(now) || seconds <= 0
  return (
    <>
      <p>{last === null ? <Trans>Nobody has taken a code yet.</Trans> : <LastTaken {...last} />}</p>
      <p>
        {isFree ? (
          <Trans>A code is free now.</Trans>
        ) : (
          <Plural value={seconds} one="The next code is free in # second." other="The next code is free in # seconds." />
        )}{' '}
        {waiting > 0 && <Plural value={waiting} one="# other waits." other="# others wait." />}
      </p>
    </>
  )
}

function LastTaken({ by, is_own: isOwn, at }: { by: string; is_own: boolean; at: string }) {
  const { t, i18n } = useLingui()
  const seconds = useSecondsSince(Date.parse(at))
  const who = by.trim() || t`Unknown`
  if (seconds < 120)
    return isOwn ? (
      <Trans>You took the last code {seconds} s ago.</Trans>
    ) : (
      <Trans>
        {who} took the last code {seconds} s ago.
      </Trans>
    )
  const moment = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return isOwn ? (
    <Trans>You took the last code on {moment}.</Trans>
  ) : (
    <Trans>
      {who} took the last code on {moment}.
    </Trans>
  )
}
