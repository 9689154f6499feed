import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { noticeMessageMax, noticeTitleMax, sendSecurityNotice } from '@twofold/contract/admin/notices'
import { useAct } from '../../kits/use-act.ts'
import { Megaphone } from '../../ui/icons/Megaphone.ts'
import { type FormEvent, useState } from 'react'
import { AskDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { ApiError, failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { randomId } from '../../lib/random-id.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { At } from '../../ui/At.tsx'
import { noticeReachQuery } from './system.ts'

/** Sends a security notice to everybody. */
export function NoticePanel() {
  const { t } = useLingui()
  const noticeReach = useQuery(noticeReachQuery)
  const { title, message, draft, change, complaints, send, submit, isAsking, close } = useNotice()
  return (
    <Panel title={t`Security notice`}>
      <Loaded of={noticeReach} failed={t`The number of people a notice would reach could not be loaded`}>
        {(data) => (
          <form noValidate onSubmit={submit} className="grid max-w-[42rem] gap-4">
            <p className="text-text-2">
              <Trans>An e-mail to all active users, for when something has happened that they must know. It cannot be recalled.</Trans>
            </p>
            {!data.is_mail_available && (
              <Alert type="warning">
                <Trans>No e-mail provider is active: the notice waits until there is one.</Trans>
              </Alert>
            )}
            <FailureAlert>{send.error && failureMessage(send.error, t`The notice could not be sent`)}</FailureAlert>
            <TextField
              label={t`Title`}
              value={draft.title}
              maxLength={noticeTitleMax}
              error={complaints.title}
              onChange={({ target }) => change({ title: target.value })}
            />
            <TextArea
              label={t`Message`}
              rows={6}
              value={draft.message}
              maxLength={noticeMessageMax}
              help={t`What happened, who it concerns, and what to do now.`}
              error={complaints.message}
              onChange={({ target }) => change({ message: target.value })}
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-text-2">
                {data.last ? (
                  <Trans>
                    The last one, “{data.last.title}”, was sent by {data.last.sent_by} on <At time={data.last.sent_at} />.
                  </Trans>
                ) : (
                  <Trans>None was sent so far.</Trans>
                )}
              </p>
              <Button type="submit" variant="primary" icon={Megaphone}>
                <Trans>Send notice...</Trans>
              </Button>
            </div>
          </form>
        )}
      </Loaded>
      {isAsking && noticeReach.data && (
        <SendDialog title={title} message={message} people={noticeReach.data.people} send={send} onClose={close} />
      )}
    </Panel>
  )
}

/** The typed notice: confirmed first, then sent once. */
function useNotice() {
  const { t } = useLingui()
  const [draft, setDraft] = useState({ title: '', message: '' })
  // One idempotency key per notice, however often its button is pressed.
  const [attempt, setAttempt] = useState(randomId)
  const [isAsking, setAsking] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const [title, message] = [draft.title.trim(), draft.message.trim()]
  useUnsavedChanges(title !== '' || message !== '')
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next })
    setAttempt(randomId())
  }
  const send = useAct({
    send: () => call(sendSecurityNotice, { body: { title, message } }, { idempotencyKey: attempt }),
    failed: false,
    renews: [noticeReachQuery.queryKey],
    onAnswer() {
      change({ title: '', message: '' })
      setIncomplete(false)
      setAsking(false)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isReady = title !== '' && message !== ''
    setIncomplete(!isReady)
    setAsking(isReady)
  }
  const errors = send.error instanceof ApiError ? send.error.errors : {}
  const missing = (text: string, complaint: string) => (isIncomplete && text === '' ? complaint : undefined)
  return {
    title,
    message,
    draft,
    change,
    complaints: {
      title: missing(title, t`Please enter a title`) ?? errors['title']?.[0],
      message: missing(message, t`Please enter a message`) ?? errors['message']?.[0],
    },
    send,
    submit,
    isAsking,
    close: () => setAsking(false),
  }
}

type SendDialogProps = {
  title: string
  message: string
  people: number
  send: ReturnType<typeof useNotice>['send']
  onClose: () => void
}

function SendDialog({ title, message, people, send, onClose }: SendDialogProps) {
  const { t } = useLingui()
  return (
    <AskDialog
      act={send}
      title={t`Send “${title}”?`}
      onClose={onClose}
      pendingLabel={t`Sending...`}
      confirmLabel={<Trans>Send notice</Trans>}
      touches={[{ count: people, label: <Plural value={people} one="person gets an e-mail" other="people get an e-mail" /> }]}
    >
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
    </AskDialog>
  )
}
