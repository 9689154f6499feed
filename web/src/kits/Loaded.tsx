import type { ReactElement, ReactNode } from 'react'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { Alert } from '../ui/Alert.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import type { Outline } from '../ui/Icon.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Card } from '../ui/Panel.tsx'
import { StaleNotice } from '../ui/StaleNotice.tsx'

/** A query's result, as from `useQuery`. */
export type Asked<Data> = { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }

/** Two queries as one: loaded when both are, failed when one is, and asked for together. */
export function together<One, Other>(one: Asked<One>, other: Asked<Other>): Asked<readonly [One, Other]> {
  return {
    data: one.data !== undefined && other.data !== undefined ? [one.data, other.data] : undefined,
    error: one.error ?? other.error,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  }
}

type FailedProps = {
  of: Asked<unknown>
  /** Error message; as a function, with the reason. */
  failed: string | ((reason: string) => string)
  /** Beneath that sentence, in place of the reason that the server gives; `false` for nothing. */
  reason?: ReactNode
  /** Another way onward, before the retry. */
  onward?: ReactNode
  /** Replaces the error if there is no such thing (404). */
  missing?: Nothing
  /**
   * Surroundings: `inset` in a container without padding, `card` if nothing else frames it while there is no data, `line` in a dialog, where an error
   * takes one line without a retry.
   */
  frame?: 'inset' | 'card' | 'line'
  level?: 2 | 3
}

/** Empty state: what would be here and how to get there, a sentence, or the component's own. */
export type Nothing = { icon: Outline; title: string; text?: ReactNode; action?: ReactNode } | string | ReactElement

type LoadedProps<Data> = Omit<FailedProps, 'of'> & {
  of: Asked<Data>
  /** Loading text for screen readers. */
  loading?: string
  /** Loading outline, with its own frame. */
  outline?: ReactNode
  /** Replaces an empty list, or an answer whose `data` are an empty list. */
  empty?: Nothing
  /** Left out where a frame of its own shows what was loaded. */
  children?: (data: Data) => ReactNode
}

/**
 * The one ladder of states: what was loaded, else that it could not be loaded with a way to try again, else that it is on its way. What was
 * loaded before stays when it cannot be loaded again, and the notice above says so.
 */
export function Loaded<Data>({ loading, outline, empty, children, ...props }: LoadedProps<Data>) {
  const { of, frame } = props
  if (of.data !== undefined) {
    return (
      <>
        <Stale {...props} />
        {empty !== undefined && hasNothing(of.data) ? <Empty empty={empty} {...props} /> : children?.(of.data)}
      </>
    )
  }
  if (of.error) return <Failed {...props} />
  const state = <Loading {...(loading !== undefined && { label: loading })}>{outline}</Loading>
  if (frame === 'card' && outline === undefined) return <Card>{state}</Card>
  return frame === 'inset' ? <div className="p-5">{state}</div> : state
}

type EmptyProps = { empty: Nothing; frame?: FailedProps['frame'] | undefined; level?: 2 | 3 | undefined }

function Empty({ empty, frame, level = frame === 'card' ? 2 : 3 }: EmptyProps) {
  if (typeof empty === 'string') return <p className={frame === 'inset' ? 'p-5 text-text-2' : 'text-text-2'}>{empty}</p>
  if (!('icon' in empty)) return empty
  const { icon, title, text, action } = empty
  const state = (
    <EmptyState icon={icon} title={title} level={level} action={action}>
      {text}
    </EmptyState>
  )
  return frame === 'card' ? <Card>{state}</Card> : state
}

function hasNothing(answer: unknown): boolean {
  const list = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return Array.isArray(list) && list.length === 0
}

type OutlinedProps<Data> = Omit<FailedProps, 'of'> & { of: Asked<Data>; children: (data: Data | undefined) => ReactNode }

/** Like `Loaded`, for components that keep their frame: figures, charts and tabs draw their own outline without data. */
export function Outlined<Data>({ children, ...props }: OutlinedProps<Data>) {
  const { data, error } = props.of
  if (data === undefined && error) return <Failed {...props} />
  return (
    <>
      <Stale {...props} />
      {children(data)}
    </>
  )
}

function Failed({ of, failed, reason, onward, missing, frame, level = frame === 'card' ? 2 : 3 }: FailedProps) {
  const { error, isFetching, refetch } = of
  if (!error) return null
  const because = failureMessage(error, error.message)
  const isMissing = missing !== undefined && error instanceof ApiError && error.status === 404
  const text = reason ?? (typeof failed === 'string' && because)
  if (frame === 'line') {
    return (
      <Alert type="warning" announce title={titleOf(failed, because)}>
        {text}
      </Alert>
    )
  }
  if (isMissing) return <Empty empty={missing} frame={frame} level={level} />
  const state = (
    <ErrorState level={level} title={titleOf(failed, because)} action={onward} onRetry={() => void refetch()} retrying={isFetching}>
      {text}
    </ErrorState>
  )
  return frame === 'card' ? <Card>{state}</Card> : state
}

/** The parts of a page keep their distance by themselves; in what has no padding, and above other content, the notice brings its own. */
function Stale({ of: { error, isFetching, refetch }, failed, frame }: FailedProps) {
  if (!error || frame === 'line') return null
  const title = titleOf(failed, failureMessage(error, error.message))
  const notice = <StaleNotice title={title} onRetry={() => void refetch()} retrying={isFetching} />
  return frame === 'card' ? notice : <div className={frame === 'inset' ? 'p-5' : 'pb-5'}>{notice}</div>
}

const titleOf = (failed: FailedProps['failed'], reason: string) => (typeof failed === 'string' ? failed : failed(reason))
